// Finding a rule: what is typed filters the page; the contents fold away on a phone.

import { byId } from "./page.js";
import { plain } from "./phrasing.js";
import { say } from "./words.js";

/** @param {ParentNode} place @param {string} selectors @returns {HTMLElement[]} */
const all = (place, selectors) => [...place.querySelectorAll(selectors)].filter((one) => one instanceof HTMLElement);

const field = byId("query", HTMLInputElement);
const found = byId("found");
const opening = all(document, ".opening");
const chapters = all(document, ".chapter").map((chapter) => ({
  chapter,
  heading: plain(chapter.querySelector("h2")?.textContent ?? ""),
  pieces: all(chapter, "li, blockquote, .chapter > p, tbody tr").map((piece) => ({
    piece,
    text: plain(piece.textContent ?? ""),
  })),
}));

function filter() {
  const sought = plain(field.value.trim());
  let rules = 0;
  for (const { chapter, heading, pieces } of chapters) {
    let any = heading.includes(sought);
    const whole = any && sought !== "";
    for (const { piece, text } of pieces) {
      const fits = whole || text.includes(sought);
      piece.hidden = !fits;
      any ||= fits;
      if (fits && piece.classList.contains("rule")) rules += 1;
    }
    chapter.hidden = !any;
  }
  for (const part of opening) part.hidden = sought !== "";
  found.textContent = sought ? say("found", { n: rules }) : "";
}

byId("search").hidden = false;
field.addEventListener("input", filter);
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    field.value = "";
    filter();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !(/** @type {Element} */ (event.target).closest("input, select, textarea"))) {
    event.preventDefault();
    field.focus();
  }
});
// A link to a rule that is filtered away shows everything again.
window.addEventListener("hashchange", () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target && (target.hidden || target.closest("[hidden]"))) {
    field.value = "";
    filter();
    target.scrollIntoView();
  }
});
if (matchMedia("(max-width: 54rem)").matches) for (const part of document.querySelectorAll("details")) if (part.closest(".contents")) part.open = false;
