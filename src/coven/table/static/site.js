// What the head of every page does: the language menu and the theme.

import { turnTheme } from "./theme.js";
import { say } from "./words.js";

const YEAR = 365 * 24 * 3600;

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
  button.querySelector(".unseen").textContent = label;
});

document.getElementById("lang")?.addEventListener("change", (event) => {
  keep("coven_lang", event.target.value);
  const here = new URL(location.href);
  if (here.searchParams.has("lang")) {
    here.searchParams.delete("lang");
    location.replace(here);
  } else location.reload();
});
