// The emblems of the seats, as the pages outside the table show them.

import { told } from "./page.js";

/** @type {string[]} */
const drawings = told("seals");

/** A seat's emblem; `alt` says whose it is where no name stands beside it. @param {number} seat */
export function seal(seat, alt = "") {
  const image = document.createElement("img");
  image.className = "seal";
  image.src = drawings[seat];
  image.alt = alt;
  return image;
}
