// The table page: puts its parts together.

import { say } from "../words.js";
import { Asking } from "./asking.js";
import { chat } from "./chat.js";
import { byId, tabs } from "./dom.js";
import { hear } from "./hear.js";
import { keyboard } from "./keyboard.js";
import { live } from "./live.js";
import { pageCards } from "./page_cards.js";
import { pointing } from "./pointing.js";
import { showNotices, teachPress } from "./notices.js";
import { tick } from "./seats.js";
import { openPops, showSwitches } from "./switches.js";
import { Table } from "./table.js";

const table = new Table();
const { picture, walk } = table;

const book = tabs(byId("leaves"), ["log", "chat", "scores"].map((id) => ({ id, label: say(`book.${id}`), about: id })));
const talk = (table.talk = chat(table.ask, {
  write: () => table.mine.length > 0,
  news: () => (book.chosen() !== "chat" || isShut()) && book.mark("chat"),
  refuse: (error) => table.refuse(error),
}));
showSwitches();

/** Whether the book is closed, where the screen is too small for it to lie open. */
const isShut = () => byId("open-book").checkVisibility() && !document.body.classList.contains("book-open");

/** @param {boolean} open */
function openBook(open) {
  document.body.classList.toggle("book-open", open);
  byId("open-book").setAttribute("aria-expanded", String(open));
  if (open && book.chosen() === "chat") book.pick("chat"); // what is new there is seen now
}

byId("open-book").addEventListener("click", () => openBook(!document.body.classList.contains("book-open")));
document.addEventListener("click", (event) => {
  const at = /** @type {Element} */ (event.target);
  for (const pop of openPops()) if (!pop.contains(at)) pop.open = false;
  if (at.closest(".pane, .line")) openBook(false);
});
document.addEventListener("coven:theme", () => {
  table.waiting = null; // drawn in the old colours
  table.line?.restart();
  if (table.looking !== null) table.look(table.looking);
});

picture.lamps.addEventListener("focusin", (event) => walk.focused(/** @type {SVGElement} */ (event.target).dataset.light));
picture.lamps.addEventListener("focusout", () => walk.aim(null));
const asking = new Asking(table);
pageCards(asking);
pointing(picture, walk, table.parts, asking, () => {
  const { playing } = table.theatre;
  table.motion.skip();
  table.theatre.next();
  return playing;
});
keyboard(picture, table, asking, () => {
  openBook(true);
  book.pick("chat");
  talk.focus();
});
setInterval(() => {
  tick(table);
  showNotices(table);
}, 500);

const begin = () => (table.line = live(`${table.ask.base}/live?lang=${document.documentElement.lang}`, () => table.who(), {
  message: (data) => hear(table, data),
  up() {
    byId("link").hidden = true;
    talk.fetch().catch(() => {}); // what was said is asked for again with the next line
  },
  down: () => (byId("link").hidden = false),
}));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    table.theatre.rolling.rest();
    return table.motion.skip();
  }
  table.line?.wake();
});
table.refresh().finally(() => {
  begin(); // what is there by then is not told again
  if (!table.sight?.lesson) teachPress(); // it would cover what a card frames
});
table.seal();
