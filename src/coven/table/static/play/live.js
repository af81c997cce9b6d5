// The live line to the server: reconnects by itself, a little later each time.

const SOONEST = 400;
const LATEST = 10_000;
const HEARTBEAT = 25_000;
const FINAL = new Set([4401, 4404]); // nobody may listen, or there is nothing to listen to

/** Long messages come packed. @param {ArrayBuffer} data */
const unpacked = (data) => new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"))).text();

/**
 * @param {string} path @param {() => object} who
 * @param {{message: (data: Wire.Message) => void, up: () => void, down: () => void}} ear
 */
export function live(path, who, ear) {
  /** @type {WebSocket|null} */
  let socket = null;
  let tries = 0;
  let timer = 0;
  let beat = 0;

  function open() {
    clearTimeout(timer);
    const url = new URL(path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const own = (socket = new WebSocket(url));
    let answered = true;
    own.binaryType = "arraybuffer";
    own.addEventListener("open", () => {
      own.send(JSON.stringify({ type: "hello", ...who() }));
      tries = 0;
      ear.up();
      clearInterval(beat);
      beat = setInterval(() => {
        if (!answered) return lose(own); // the line is dead, though nobody has said so
        answered = false;
        own.send('{"type":"ping"}');
      }, HEARTBEAT);
    });
    let last = Promise.resolve(); // messages are heard in order, though unpacking one takes its time
    own.addEventListener("message", (event) => {
      answered = true;
      const text = typeof event.data === "string" ? event.data : unpacked(event.data);
      last = last.then(async () => {
        const data = JSON.parse(await text);
        if (data.type !== "pong" && own === socket) ear.message(data);
      });
    });
    own.addEventListener("close", (event) => own === socket && closed(event.code));
  }

  /** @param {number} code */
  function closed(code) {
    clearInterval(beat);
    if (FINAL.has(code)) return;
    ear.down();
    const wait = Math.min(LATEST, SOONEST * 2 ** tries++);
    timer = setTimeout(open, wait * (0.6 + 0.4 * Math.random()));
  }

  /** Let go of a line without waiting for the other end. @param {WebSocket} line */
  function lose(line) {
    socket = null;
    line.close();
    closed(0);
  }

  open();
  return {
    get up() {
      return socket?.readyState === WebSocket.OPEN;
    },
    /** Try at once: the page is looked at again. */
    wake() {
      if (!socket || socket.readyState > WebSocket.OPEN) open();
    },
    /** Come back as somebody else: a seat was taken. */
    restart() {
      tries = 0;
      const old = socket;
      open();
      old?.close();
    },
  };
}
