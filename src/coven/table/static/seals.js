// The emblems of the seats, as the pages outside the table show them.

const drawings = JSON.parse(document.getElementById("seals").textContent);

/** A seat's emblem; `alt` says whose it is where no name stands beside it. */
export function seal(seat, alt = "") {
  const image = document.createElement("img");
  image.className = "seal";
  image.src = drawings[seat];
  image.alt = alt;
  return image;
}
