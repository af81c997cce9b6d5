/* Loaded into a server (LD_PRELOAD): writes down, in order, what it does to the files of one folder.
 * A record is an operation, the length of the name, the offset, the length of the data; then name and data.
 * The operation is done first and written down before whoever asked for it goes on: what the server tells anybody
 * afterwards was done before the place the log has reached by then. One lock keeps log and files in the same order.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { WRITE = 1, SYNC, CUT, CREATE, REMOVE, SYNC_FOLDER };

struct head {
    uint32_t what, name;
    uint64_t offset, length;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* The name of a file below the folder; NULL if it is none of ours. */
static const char *ours(const char *path) {
    const char *folder = getenv("RECORDED_FOLDER");
    size_t n = folder ? strlen(folder) : 0;
    if (!n || strncmp(path, folder, n)) return NULL;
    return path[n] == '/' ? path + n + 1 : path[n] ? NULL : "";
}

static const char *named(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, PATH_MAX - 1);
    if (n < 0) return NULL;
    path[n] = 0;
    return ours(path);
}

static void record(uint32_t what, const char *name, uint64_t offset, const void *data, uint64_t length) {
    static int log = -1;
    if (log < 0) log = REAL(open)(getenv("RECORDED_LOG"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    struct head head = {what, strlen(name), offset, length};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)name, head.name}, {(void *)data, data ? length : 0}};
    ssize_t whole = sizeof head + head.name + (data ? length : 0);
    if (log < 0 || writev(log, parts, 3) != whole) abort(); /* a log with a gap would prove nothing */
}

ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at) {
    char path[PATH_MAX];
    const char *name = named(fd, path);
    if (!name) return REAL(pwrite64)(fd, data, n, at);
    pthread_mutex_lock(&lock);
    ssize_t done = REAL(pwrite64)(fd, data, n, at);
    int why = errno;
    if (done > 0) record(WRITE, name, at, data, done);
    pthread_mutex_unlock(&lock);
    errno = why;
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t n, off_t at) { return pwrite64(fd, data, n, at); }

ssize_t write(int fd, const void *data, size_t n) {
    char path[PATH_MAX];
    const char *name = named(fd, path);
    if (!name) return REAL(write)(fd, data, n);
    pthread_mutex_lock(&lock);
    off_t at = lseek(fd, 0, SEEK_CUR);
    ssize_t done = REAL(write)(fd, data, n);
    int why = errno;
    if (done > 0) record(WRITE, name, at, data, done);
    pthread_mutex_unlock(&lock);
    errno = why;
    return done;
}

static int synced(int fd, int (*real)(int)) {
    char path[PATH_MAX];
    const char *name = named(fd, path);
    if (!name) return real(fd);
    pthread_mutex_lock(&lock);
    int failed = real(fd), why = errno;
    if (!failed) record(*name ? SYNC : SYNC_FOLDER, name, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = why;
    return failed;
}

int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

int ftruncate64(int fd, off64_t length) {
    char path[PATH_MAX];
    const char *name = named(fd, path);
    if (!name) return REAL(ftruncate64)(fd, length);
    pthread_mutex_lock(&lock);
    int failed = REAL(ftruncate64)(fd, length), why = errno;
    if (!failed) record(CUT, name, length, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = why;
    return failed;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int unlink(const char *path) {
    const char *name = ours(path);
    if (!name) return REAL(unlink)(path);
    pthread_mutex_lock(&lock);
    int failed = REAL(unlink)(path), why = errno;
    if (!failed) record(REMOVE, name, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = why;
    return failed;
}

static int opened(const char *path, int flags, mode_t mode) {
    const char *name = flags & O_CREAT ? ours(path) : NULL;
    if (!name) return REAL(open64)(path, flags, mode);
    pthread_mutex_lock(&lock);
    int there = access(path, F_OK) == 0;
    int fd = REAL(open64)(path, flags, mode), why = errno;
    if (fd >= 0 && !there) record(CREATE, name, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    errno = why;
    return fd;
}

#define MODE(flags) \
    va_list more; \
    va_start(more, flags); \
    mode_t mode = (flags) & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
    va_end(more)

int open64(const char *path, int flags, ...) {
    MODE(flags);
    return opened(path, flags, mode);
}

int open(const char *path, int flags, ...) {
    MODE(flags);
    return opened(path, flags, mode);
}
