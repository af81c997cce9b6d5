// The chat: text only.

import { lang, say } from "../words.js";
import { button, byId, el, followEnd, seatMark } from "./dom.js";

const clock = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit" });

/**
 * @param {ReturnType<typeof import("./api.js").api>} ask
 * @param {{write: () => boolean, news: () => void, refuse: (error: unknown) => void}} table
 */
export function chat(ask, table) {
  const lines = el("ol", { class: "lines talk plain", "aria-live": "polite" });
  const input = el("input", { maxlength: 500, autocomplete: "off", "data-about": "chat", "aria-label": say("chat.write"), placeholder: say("chat.write") });
  const form = el("form", { class: "write", onsubmit: send }, input, button(say("chat.send"), null, { type: "submit", class: "small", "data-about": "send" }));
  byId("chat").append(lines, form);
  const toEnd = followEnd(byId("chat"));
  let last = 0;
  let first = true;

  /** @param {SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    input.value = "";
    try {
      await ask.post("/chat", { text });
    } catch (error) {
      input.value = text;
      table.refuse(error);
    }
  }

  /** @param {Wire.ChatLine} line */
  function add(line) {
    if (line.n <= last) return;
    last = line.n;
    lines.append(el("li", {},
      line.seat >= 0 ? seatMark(line.seat) : null,
      el("span", {}, el("b", {}, line.name), " ", el("time", {}, clock.format(new Date(line.at))), el("br"), line.text)));
    toEnd();
    if (!first) table.news();
  }

  /** What was said while nobody listened. */
  async function fetch() {
    /** @type {{chat: Wire.ChatLine[]}} */
    const { chat: said } = await ask.get(`/chat?since=${last}`);
    for (const line of said) add(line);
    first = false;
  }

  return {
    fetch,
    /** A line was said; if others are missing before it, they are fetched with it. @param {Wire.ChatLine} line */
    async hear(line) {
      if (line.n === last + 1 && !first) add(line);
      else if (line.n > last) await fetch();
    },
    show() {
      form.hidden = !table.write();
    },
    focus: () => input.focus(),
  };
}
