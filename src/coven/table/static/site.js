// What the head of every page does: the language menu and the theme.

import { turnTheme } from "./theme.js";
import { say } from "./words.js";

const YEAR = 365 * 24 * 3600;

/** @param {string} name @param {string} value */
function keep(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
}

const button = document.getElementById("theme");
button?.addEventListener("click", (event) => {
  event.preventDefault();
  const next = turnTheme();
  keep("coven_theme", next);
  const label = say(`theme.${next}`);
  button.title = label;
  const said = button.querySelector(".unseen");
  if (said) said.textContent = label;
});

const languages = document.getElementById("lang");
languages?.addEventListener("change", () => {
  keep("coven_lang", /** @type {HTMLSelectElement} */ (languages).value);
  const here = new URL(location.href);
  if (here.searchParams.has("lang")) {
    here.searchParams.delete("lang");
    location.replace(here);
  } else location.reload();
});
