// The chat: text only.

import { lang, say } from "../words.js";
import { button, byId, el, seatMark } from "./dom.js";

const clock = new Intl.DateTimeFormat(lang, { hour: "2-digit", minute: "2-digit" });

/** @param {{post: Function, get: Function}} ask @param {{write: () => boolean, news: (line: object) => void, refuse: (error: Error) => void}} table */
export function chat(ask, table) {
  const lines = el("ol", { class: "lines talk plain", "aria-live": "polite" });
  const input = el("input", { maxlength: 500, autocomplete: "off", "aria-label": say("chat.write"), placeholder: say("chat.write") });
  const form = el("form", { class: "write", onsubmit: send }, input, button(say("chat.send"), null, { type: "submit", class: "small" }));
  byId("chat").append(lines, form);
  let last = 0;
  let first = true;

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

  function add(line) {
    if (line.n <= last) return;
    last = line.n;
    lines.append(el("li", {},
      line.seat >= 0 ? seatMark(line.seat) : null,
      el("span", {}, el("b", {}, line.name), " ", el("time", {}, clock.format(when(line.at))), el("br"), line.text)));
    byId("chat").scrollTop = byId("chat").scrollHeight;
    if (!first) table.news(line);
  }

  return {
    add,
    /** What was said while nobody listened. */
    async fetch() {
      const { chat: said } = await ask.get(`/chat?since=${last}`);
      for (const line of said) add(line);
      first = false;
    },
    show() {
      form.hidden = !table.write();
    },
    focus: () => input.focus(),
  };
}

const when = (at) => (typeof at === "number" ? new Date(at * 1000) : new Date(at));
