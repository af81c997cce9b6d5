// The coach's review: asked for, waited for, then a curve to click on and the moves that were missed.

import { Refusal, apiPath, ask } from "./hall.js";
import { byId } from "./page.js";
import { seal } from "./seals.js";
import { theme } from "./theme.js";
import { say } from "./words.js";

const $ = byId;
const stage = $("replay");
const EVERY = 1000;
const SHOWN = 12; // missed moves

/** @param {{table: string, token: string|null, last: number, names: string[], go: (at: number) => void}} game */
export function setUpReview(game) {
  const path = apiPath(game.table, "/review");
  $("coach").hidden = false;
  if (location.hash === "#coach") $("coach").scrollIntoView();
  $("review").addEventListener("click", () => follow(ask("POST", path, {}, game.token)));

  /** @param {Promise<Wire.Review>} asked */
  async function follow(asked) {
    $("ask-coach").hidden = true;
    $("waiting").hidden = false;
    try {
      for (let state = await asked; ; state = await ask("GET", path, undefined, game.token)) {
        if (state.state === "done") {
          // begun and done at once: the answer to GET has all of it
          show(state.review ? state : await /** @type {Promise<Wire.Review>} */ (ask("GET", path, undefined, game.token)));
          break;
        }
        if (state.state === "failed") throw new Refusal("failed", say("review.again"));
        wait(state);
        await new Promise((resolve) => setTimeout(resolve, EVERY));
      }
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      $("waiting").hidden = true;
      $("ask-coach").hidden = false;
      for (const words of $("ask-coach").querySelectorAll("p")) words.textContent = problem.message;
    }
  }

  /** @param {Wire.Review} state */
  function wait({ done, of }) {
    const bar = $("progress", HTMLProgressElement);
    if (of) {
      bar.max = of;
      bar.value = done;
    } else bar.removeAttribute("value");
    $("waiting-text").textContent = of ? say("review.running", { done, of }) : say("review.waiting");
  }

  /** @param {Wire.Review} state */
  function show({ review, curve }) {
    if (!review || !curve) return;
    $("waiting").hidden = true;
    $("reviewed").hidden = false;
    drawCurve(curve[theme()]);
    document.addEventListener("coven:theme", () => drawCurve(curve[theme()]));
    const missed = review.decisions.filter((one) => one.better).sort((a, b) => b.loss - a.loss);
    $("missed").replaceChildren(...missed.slice(0, SHOWN).map(missedMove));
    if (missed.length === 0) $("missed").textContent = say("review.none_missed");
  }

  /** @param {string} svg */
  function drawCurve(svg) {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    const picture = document.importNode(parsed, true);
    $("curve").replaceChildren(picture);
    const { width, left, right } = stage.dataset;
    picture.addEventListener("click", (event) => {
      const marked = /** @type {Element} */ (event.target).closest("[data-action]");
      if (marked) return jump(Number(marked.getAttribute("data-action")));
      const box = picture.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * Number(width);
      const part = (x - Number(left)) / (Number(right) - Number(left));
      return jump(Math.max(0, Math.min(1, part)) * game.last);
    });
  }

  /** @param {number} at */
  function jump(at) {
    game.go(at);
    stage.scrollIntoView({ block: "start" });
  }

  /** @param {Wire.Decision} one */
  function missedMove(one) {
    const entry = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    const made = document.createElement("span");
    made.textContent = one.label;
    const better = document.createElement("span");
    better.className = "better";
    better.textContent = say("review.missed", { percent: Math.round(100 * one.loss), better: one.better_label });
    button.append(seal(one.seat, game.names[one.seat]), made, better);
    button.addEventListener("click", () => jump(one.action));
    entry.append(button);
    return entry;
  }
}
