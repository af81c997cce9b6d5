// The live line to the server: reconnects by itself, a little later each time.

const SOONEST = 400;
const LATEST = 10_000;
const HEARTBEAT = 25_000;
const FINAL = new Set([4401, 4404]); // nobody may listen, or there is nothing to listen to

/**
 * @param {string} path @param {() => string|null} token
 * @param {{message: (data: any) => void, up: (again: boolean) => void, down: () => void}} ear
 */
export function live(path, token, ear) {
  let socket = null;
  let tries = 0;
  let again = false;
  let timer = 0;
  let beat = 0;

  function open() {
    clearTimeout(timer);
    const url = new URL(path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(url);
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ type: "hello", token: token() }));
      tries = 0;
      ear.up(again);
      again = true;
      clearInterval(beat);
      beat = setInterval(() => send({ type: "ping" }), HEARTBEAT);
    });
    socket.addEventListener("message", (event) => {
      const data = JSON.parse(event.data);
      if (data.type !== "pong") ear.message(data);
    });
    socket.addEventListener("close", (event) => {
      clearInterval(beat);
      if (FINAL.has(event.code)) return;
      ear.down();
      const wait = Math.min(LATEST, SOONEST * 2 ** tries++);
      timer = setTimeout(open, wait * (0.6 + 0.4 * Math.random()));
    });
  }

  function send(data) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(data));
  }

  open();
  return {
    /** Try at once: the page is looked at again, or another seat speaks. */
    wake() {
      if (socket.readyState > WebSocket.OPEN) open();
    },
    restart() {
      again = true;
      socket.close();
      tries = 0;
    },
  };
}
