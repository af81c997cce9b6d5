// Who sits where: marks in the head, sitting down, inviting, being away, passing the device.

import { clockFace, whole } from "../phrasing.js";
import { toast } from "../toast.js";
import { say } from "../words.js";
import { button, byId, el, refill, seatMark } from "./dom.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {Wire.Seat & {heard: number}} Facts a seat, and when it was told
 */

/** The seats in the head of the page; each opens a small card. @param {Table} table */
export function showSeats(table) {
  const { sight } = table;
  const open = byId("seats").querySelector("details[open]")?.getAttribute("data-seat");
  if (open && byId("seats").contains(document.activeElement) && document.activeElement?.matches("input")) return;
  const items = sight.names.map((name, seat) => {
    const facts = table.seats[seat] ?? unheard(seat, sight.kinds[seat]);
    const acting = sight.actor === seat && !sight.over;
    const away = facts.kind === "human" && !facts.online && !table.mine.includes(seat);
    const state = [acting ? "acting" : "", away ? "away" : "", table.mine.includes(seat) ? "own" : ""].join(" ");
    return el("li", {}, el("details", { class: `pop seatcard ${state}`, "data-seat": seat, open: open === String(seat) },
      el("summary", { "data-about": "seat", "data-asks": `thing:score:${seat}` }, seatMark(seat), el("span", { class: "name" }, name),
        el("b", { class: "score" }, whole(sight.scores[seat])),
        facts.clock === null ? null : el("time", { class: "clock", "data-seat": seat }, clockFace(left(table, facts, facts.clock))),
        away ? el("span", { class: "gone" }, say("seat.away")) : null),
      el("div", { class: "card" }, ...card(table, seat, facts, away))));
  });
  refill(byId("seats"), ...items);
  showTerms(table);
}

/** A seat of which the live line has told nothing yet. @param {number} seat @param {Wire.Kind} kind @returns {Facts} */
const unheard = (seat, kind) => ({ seat, kind, name: "", bot: null, online: true, stand_in: null, agreed: [], due: null, clock: null, waits: false, heard: 0 });

/** What a seat has left now: its clock runs on between two words of the server. @param {Table} table @param {Facts} facts @param {number} clock */
export function left(table, facts, clock) {
  const runs = table.runs === facts.seat && !facts.waits && !table.sight?.over;
  return clock - (runs ? (performance.now() - facts.heard) / 1000 : 0);
}

/** The clocks go on. @param {Table} table */
export function tick(table) {
  for (const shown of document.querySelectorAll("time.clock")) {
    const facts = table.seats[Number(shown.getAttribute("data-seat"))];
    if (facts && facts.clock !== null) shown.textContent = clockFace(left(table, facts, facts.clock));
  }
  for (const shown of document.querySelectorAll(".due")) shown.textContent = due(table, Number(shown.getAttribute("data-seat")));
}

/** A bot by its name, as a seat shows it. @param {string|null} [spec] how it is written */
const titled = (spec) => (spec ? spec[0].toUpperCase() + spec.slice(1) : "");

/** @param {Table} table @param {number} seat @param {Facts} facts @param {boolean} away */
function card(table, seat, facts, away) {
  const { sight } = table;
  const kind = facts.kind === "bot" ? say("seat.bot", { bot: titled(facts.bot) }) : facts.kind === "open" ? say("seat.open")
    : facts.stand_in ? say("seat.stand_in", { bot: titled(facts.stand_in) }) : away ? say("seat.left") : say("seat.here");
  /** @type {HTMLElement[]} */
  const parts = [el("p", {}, el("strong", {}, sight.names[seat]), el("br"), el("span", { class: "quiet small" }, kind))];
  const counted = sight.points[seat].filter((line) => line.counted);
  if (counted.length) parts.push(el("dl", { class: "sources" }, ...counted.flatMap(({ category, points }) => [el("dt", {}, category), el("dd", {}, whole(points))])));
  if (table.mine.includes(seat) && !namesStay(table)) {
    const input = el("input", { value: sight.names[seat], maxlength: 24, "data-about": "name", "aria-label": say("seat.name") });
    parts.push(el("form", { class: "write", onsubmit: (event) => { event.preventDefault(); rename(table, seat, input.value.trim()); } },
      input, button(say("seat.rename"), null, { type: "submit", class: "small", "data-about": "name" })));
  }
  if (table.mine.includes(seat)) {
    if (facts.stand_in) parts.push(returning(table, seat));
  } else if (away && !facts.stand_in && table.mine.length && !sight.over) parts.push(replacing(table, seat));
  if (facts.kind === "open") parts.push(...(table.mine.length ? [invite(table)] : [join(table, [seat])]));
  return parts;
}

/** A rated game is lost under one's own name. @param {Table} table */
const namesStay = (table) => table.terms?.rated && table.seats.every(({ kind }) => kind !== "open");

/** @param {Table} table @param {number} seat */
const returning = (table, seat) => button(say("seat.return"), () => table.as(seat, "/return"), { class: "small main", "data-about": "return" });

/** That a bot takes a seat, and when. @param {Table} table @param {number} seat */
function due(table, seat) {
  const facts = table.seats[seat];
  const seconds = Math.max(0, Math.ceil((facts?.due ?? 0) - (performance.now() - (facts?.heard ?? 0)) / 1000));
  return say("seat.due", { bot: titled(table.terms?.stand_in), seconds });
}

/** What the table plays by, for everyone to see. @param {Table} table */
function showTerms(table) {
  const { terms } = table;
  if (!terms) return;
  const said = [say(terms.rated ? "terms.rated" : terms.hints ? "terms.hints" : "terms.no_hints")];
  if (table.seats.filter(({ kind }) => kind !== "bot").length > 1) {
    said.push(terms.stand_in ? say("terms.stand_in", { bot: titled(terms.stand_in) }) : say("terms.nobody"));
  }
  if (terms.uploaded) said.push(say("terms.uploaded"));
  byId("terms").textContent = said.join(" · ");
}

/** Agreeing that a bot takes a seat that has left. @param {Table} table @param {number} seat */
function replacing(table, seat) {
  if (table.seats[seat].due !== null) return el("p", { class: "small due", "data-seat": seat }, due(table, seat));
  if (table.terms && !table.terms.stand_in) return el("p", { class: "small quiet" }, say("terms.nobody"));
  const agreed = table.seats[seat].agreed.some((one) => table.mine.includes(one));
  return agreed
    ? el("p", { class: "small" }, say("seat.agreed"))
    : button(say("seat.let_bot"), () => letBot(table, seat), { class: "small", "data-about": "let_bot" });
}

/** Agree for everybody at this screen. @param {Table} table @param {number} seat */
async function letBot(table, seat) {
  for (const own of table.mine) await table.as(own, "/stand-in", { seat });
}

/** The game waits for someone who has left. @param {Table} table @param {number} seat */
export function missing(table, seat) {
  const said = say("seat.missing", { name: table.sight.names[seat] });
  return el("div", { class: "invite" }, el("p", {}, el("span", { class: "seat" }, seatMark(seat), said)), replacing(table, seat));
}

/** Who comes back sees that a bot plays, and how to take over. @param {Table} table @param {number} seat */
export function standIn(table, seat) {
  const said = say("seat.stand_in", { bot: titled(table.seats[seat].stand_in) });
  return el("div", { class: "invite" }, el("p", {}, el("span", { class: "seat" }, seatMark(seat), said)), returning(table, seat));
}

/** @param {Table} table @param {number} seat @param {string} name */
function rename(table, seat, name) {
  for (const open of byId("seats").querySelectorAll("details")) open.open = false;
  if (name) table.as(seat, "/name", { name });
}

/** The link that brings a friend to the table. @param {Table} table */
export function invite(table) {
  // A friend's device can't reach this one by the name it has for itself.
  const local = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  const origin = (local && byId("table").dataset.address) || `${location.origin}/`;
  const link = `${origin}table/${table.id}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast(say("invite.copied"), "good");
    } catch {
      field.select();
    }
  };
  const field = el("input", { readonly: true, value: link, "data-about": "invite", "aria-label": say("invite.link") });
  field.addEventListener("focus", () => field.select());
  return el("div", { class: "invite" },
    el("p", {}, say("invite.say")), field,
    el("div", { class: "buttons" },
      button(say("invite.copy"), copy, { class: "small main", "data-about": "invite" }),
      navigator.share ? button(say("invite.share"), () => navigator.share({ url: link }).catch(() => {}), { class: "small", "data-about": "invite" }) : null));
}

/** Where somebody may be writing her name: what is written stays, however often the page is drawn anew. @type {HTMLInputElement|null} */
let written = null;

/** Sitting down at an open seat; null is whichever is free. @param {Table} table @param {(number|null)[]} seats */
export function join(table, seats) {
  const before = written;
  const name = (written = el("input", { maxlength: 24, "data-about": "name", autocomplete: "nickname", placeholder: say("seat.name"), "aria-label": say("seat.name"), required: table.terms?.rated }));
  /** @param {number|null} seat */
  const sit = (seat) => name.reportValidity() && table.join(seat, name.value.trim());
  name.value = before?.value ?? "";
  if (before && before === document.activeElement) queueMicrotask(() => name.focus());
  return el("form", { class: "join", onsubmit: (event) => { event.preventDefault(); sit(seats[0]); } },
    el("p", {}, say("join.say")), name,
    el("div", { class: "buttons" }, ...seats.map((seat) =>
      button(el("span", { class: "seat" }, seat === null ? null : seatMark(seat), say("join.sit")), () => sit(seat), { class: "small", "data-about": "sit" }))));
}

/** Between two people at one screen: nothing of the next one's is shown until she says so. @param {string} name @param {number} seat @returns {Promise<void>} */
export function curtain(name, seat) {
  const box = byId("curtain");
  /** @param {boolean} on */
  const hide = (on) => document.querySelectorAll(".head, #table").forEach((part) => part.toggleAttribute("inert", on));
  return new Promise((done) => {
    const open = () => {
      box.hidden = true;
      box.replaceChildren();
      hide(false);
      done();
    };
    box.replaceChildren(el("div", {}, seatMark(seat), el("h2", { id: "curtain-title" }, say("curtain.pass", { name })), button(say("curtain.open", { name }), open, { class: "main" })));
    hide(true); // from the keyboard and from screen readers too
    box.hidden = false;
    box.querySelector("button")?.focus();
  });
}
