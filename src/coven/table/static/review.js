// The coach's review: asked for, waited for, then a curve to click on and the moves that were missed.

import { Refusal, apiPath, ask, myName, recordOf, seatPath } from "./client.js";
import { byId, told } from "./page.js";
import { decimal, whole } from "./phrasing.js";
import { headOf } from "./record.js";
import { seal } from "./seals.js";
import { sitDown } from "./sitting.js";
import { theme } from "./theme.js";
import { toast } from "./toast.js";
import { lang, say } from "./words.js";

const $ = byId;
const stage = $("replay");
const EVERY = 1000;
const SHOWN = 12; // missed moves
/** @type {{spec: string, name: string}} */
const rival = told("rival"); // who plays the other seats of a game played on

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
    $("skill").replaceChildren(...game.names.map((_, seat) => skillOf(review, seat)));
    $("turning").replaceChildren(...review.turning_points.map(sentence));
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

  /** @param {number} part */
  const percent = (part) => whole(Math.round(100 * part));
  /** @param {number} part */
  const signed = (part) => (part > 0 ? "+" : "") + percent(part);

  /** What a seat's decisions cost, and how start, luck and errors made its result. @param {NonNullable<Wire.Review["review"]>} review @param {number} seat */
  function skillOf({ error_rate, error_rate_points, account }, seat) {
    const entry = document.createElement("li");
    const rate = document.createElement("span");
    rate.textContent = say("review.rate", {
      name: game.names[seat],
      percent: decimal(100 * error_rate[seat], 2, lang),
      points: decimal(error_rate_points[seat], 2, lang),
    });
    const sum = document.createElement("span");
    sum.className = "sum";
    sum.textContent = say("review.sum", {
      start: percent(account.start[seat]),
      luck: signed(account.luck[seat]),
      errors: signed(account.errors[seat]),
      gifts: signed(account.others_errors[seat]),
      result: percent(account.result[seat]),
    });
    entry.append(seal(seat, game.names[seat]), rate, sum);
    return entry;
  }

  /** @param {string} words */
  function sentence(words) {
    const entry = document.createElement("li");
    entry.textContent = words;
    return entry;
  }

  /** A table where one plays on from a decision against bots, as if it had not been made. @param {Wire.Decision} one */
  async function playOn({ action, seat }) {
    const record = await (await recordOf(game.table, game.token, action)).text();
    const seats = game.names.map((_, at) =>
      at === seat ? { kind: /** @type {const} */ ("human"), name: myName() } : { kind: /** @type {const} */ ("bot"), bot: rival.spec, name: rival.name },
    );
    const made = await sitDown({ game: headOf(record).game, seats, options: { listed: false }, record });
    location.assign(seatPath(made.table, made.token));
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
    better.textContent = say("review.missed", {
      percent: percent(one.loss),
      sure: percent((one.cost[2] ?? one.loss) - one.loss),
      points: decimal(one.cost_points[0], 1, lang),
      better: one.better_label,
    });
    button.append(seal(one.seat, game.names[one.seat]), made, better);
    button.addEventListener("click", () => jump(one.action));
    const other = document.createElement("button");
    other.type = "button";
    other.className = "what-if small quiet";
    other.textContent = say("review.what_if");
    other.addEventListener("click", () => {
      other.disabled = true;
      playOn(one).catch((problem) => {
        other.disabled = false;
        toast(problem instanceof Refusal ? problem.message : String(problem), "danger");
      });
    });
    entry.append(button, other);
    return entry;
  }
}
