// Begin the guided game.

import { Refusal, myName, seatPath } from "./hall.js";
import { sitDown } from "./sitting.js";
import { byId } from "./page.js";

const button = byId("begin", HTMLButtonElement);
const refusal = byId("refusal");

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
    location.assign(seatPath(table, token));
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    refusal.textContent = problem.message;
    refusal.hidden = false;
  } finally {
    button.disabled = false;
  }
});
