// Finding a rule: what is typed filters the page; the contents fold away on a phone.

import { say } from "./words.js";

const field = document.getElementById("query");
const found = document.getElementById("found");
const opening = document.querySelector(".opening");
const chapters = [...document.querySelectorAll(".chapter")].map((chapter) => ({
  chapter,
  heading: plain(chapter.querySelector("h2").textContent),
  pieces: [...chapter.querySelectorAll("li, blockquote, .chapter > p, tbody tr")].map((piece) => ({
    piece,
    text: plain(piece.textContent),
  })),
}));

/** Letters without their accents, so that "energia" finds "energía". */
function plain(text) {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}

function filter() {
  const sought = plain(field.value.trim());
  let rules = 0;
  for (const { chapter, heading, pieces } of chapters) {
    let any = heading.includes(sought);
    const all = any && sought !== "";
    for (const { piece, text } of pieces) {
      const fits = all || text.includes(sought);
      piece.hidden = !fits;
      any ||= fits;
      if (fits && piece.classList.contains("rule")) rules += 1;
    }
    chapter.hidden = !any;
  }
  opening.hidden = sought !== "";
  found.textContent = sought ? say("found", { n: rules }) : "";
}

document.getElementById("search").hidden = false;
field.addEventListener("input", filter);
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    field.value = "";
    filter();
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input, select, textarea")) {
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
if (matchMedia("(max-width: 54rem)").matches) document.querySelector(".contents details").open = false;
