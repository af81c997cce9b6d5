// Begin the guided game, or go on with the one this browser remembers.

import { Refusal, apiPath, ask, myName, read, seatPath, write } from "./client.js";
import { sitDown } from "./sitting.js";
import { byId } from "./page.js";

const button = byId("begin", HTMLButtonElement);
const refusal = byId("refusal");
const resume = byId("resume", HTMLAnchorElement);
const kept = `coven.learn.${button.dataset.game}`;

/** Offer the game that was begun here, if it goes on. */
async function remember() {
  const path = read(kept, "");
  const table = path.split("#")[0].split("/").at(-1);
  if (!table) return;
  /** @type {{over: boolean}|null} */
  const there = await ask("GET", apiPath(table)).catch(() => null);
  if (!there || there.over) return write(kept, "");
  resume.href = path;
  resume.hidden = false;
  button.classList.remove("main");
}
remember();

button.addEventListener("click", async () => {
  button.disabled = true;
  refusal.hidden = true;
  try {
    /** @type {Wire.SeatWish[]} */
    const others = Array.from({ length: Number(button.dataset.others) }, () => ({ kind: "bot", bot: button.dataset.bot, name: button.dataset.name }));
    const { table, token } = await sitDown({
      game: button.dataset.game ?? "",
      seats: [{ kind: "human", name: myName() }, ...others],
      options: { listed: false },
      guide: true,
    });
    write(kept, seatPath(table, token));
    location.assign(seatPath(table, token));
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    refusal.textContent = problem.message;
    refusal.hidden = false;
  } finally {
    button.disabled = false;
  }
});
