// The pointer on the picture: choosing, dragging, turning a tile, drawing closer with two fingers.

import { svg } from "./dom.js";
import { explain } from "./tips.js";

const STILL = 7; // pixels a press may wander and still be a tap
const REACH = { mouse: 5, pen: 10, touch: 24 }; // pixels beside a thing that still mean it
const TWICE = 320;
const LONG = 550;

/**
 * @param {import("./picture.js").Picture} picture @param {import("./walk.js").Walk} walk
 * @param {() => void} skip what a press also does: end what is moving
 */
export function pointing(picture, walk, skip) {
  for (const pane of [picture.main, picture.closeUp]) watch(pane);

  function watch(pane) {
    /** @type {Map<number, {x: number, y: number}>} */
    const fingers = new Map();
    let press = null;
    let lastTap = { time: 0, x: 0, y: 0 };
    let pinch = null;

    const lightAt = (event) =>
      picture.lightAt(pane.point(event.clientX, event.clientY), (REACH[event.pointerType] ?? 5) / pane.scale);

    // The pointer leaves the keyboard's focus alone, but takes it from where one writes.
    pane.host.addEventListener("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement?.matches("input")) document.activeElement.blur();
    });

    pane.host.addEventListener("pointerdown", (event) => {
      if (event.button > 0) return;
      skip();
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      pane.host.setPointerCapture?.(event.pointerId);
      if (fingers.size === 2) {
        press = null;
        pinch = spread();
        return;
      }
      const light = lightAt(event);
      press = { x: event.clientX, y: event.clientY, light, type: event.pointerType, box: pane.box, moved: false, drag: null };
      if (event.pointerType === "touch") {
        const { clientX, clientY } = event;
        press.timer = setTimeout(() => press && !press.moved && tell(clientX, clientY), LONG);
      }
    });

    pane.host.addEventListener("pointermove", (event) => {
      if (fingers.has(event.pointerId)) fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pinch && fingers.size === 2) return pinched();
      const ghost = walk.ghost;
      if (!press) {
        if (event.pointerType !== "mouse") return;
        if (ghost) ghost.follow(pane.point(event.clientX, event.clientY));
        const light = lightAt(event);
        pane.host.classList.toggle("can", Boolean(light) || Boolean(ghost?.at));
        walk.aim(light?.key ?? null, light);
        return;
      }
      if (!press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) < STILL) return;
      if (!press.moved) begin(event);
      if (press.drag) return carry(event);
      if (walk.ghost && (press.type === "mouse" || press.light)) return void walk.ghost.follow(lifted(event));
      if (pane.closer) {
        const scale = pane.scale;
        pane.place({ ...press.box, x: press.box.x - (event.clientX - press.x) / scale, y: press.box.y - (event.clientY - press.y) / scale });
      }
    });

    /** A press has become a drag: take the thing along. */
    function begin(event) {
      press.moved = true;
      clearTimeout(press.timer);
      const { light } = press;
      const carriable = light && /^(tile|special|cell|rim|token|card|crystal)\b/.test(light.key);
      if (!carriable || walk.ghost) return;
      const thing = picture.things(light.key)[0];
      walk.pick(light.key);
      if (walk.ghost) return;
      if (!picture.lights.length || !thing) return;
      const carried = thing.querySelector("[data-thing]") ?? thing;
      const copy = svg("g", { class: "carried" }, svg("g", { transform: matrixOf(picture.matrix(carried.parentNode)) }, carried.cloneNode(true)));
      picture.above.append(copy);
      press.drag = { copy, from: pane.point(press.x, press.y) };
      carry(event);
    }

    function carry(event) {
      const to = pane.point(event.clientX, event.clientY);
      press.drag.copy.setAttribute("transform", `translate(${to.x - press.drag.from.x} ${to.y - press.drag.from.y})`);
      const light = lightAt(event);
      walk.aim(light?.key ?? null, light);
    }

    /** A finger hides what is under it: a dragged tile floats a little above. */
    function lifted(event) {
      return pane.point(event.clientX, event.clientY - (event.pointerType === "touch" ? 44 : 0));
    }

    pane.host.addEventListener("pointerup", (event) => {
      fingers.delete(event.pointerId);
      if (pinch) {
        if (fingers.size === 0) pinch = null;
        return;
      }
      if (!press) return;
      const { moved, drag, type, light } = press;
      clearTimeout(press.timer);
      press = null;
      const ghost = walk.ghost;
      if (drag) {
        drag.copy.remove();
        const target = lightAt(event);
        return target ? walk.pick(target.key) : walk.back();
      }
      if (moved) {
        if (!ghost || !(type === "mouse" || light)) return;
        if (ghost.at) walk.lay(ghost.at);
        else walk.back();
        return;
      }
      tap(event, light, ghost);
    });

    pane.host.addEventListener("pointercancel", (event) => {
      fingers.delete(event.pointerId);
      press?.drag?.copy.remove();
      clearTimeout(press?.timer);
      press = pinch = null;
    });
    pane.host.addEventListener("pointerleave", () => !press && walk.aim(null));

    function tap(event, light, ghost) {
      const now = event.timeStamp;
      const twice = now - lastTap.time < TWICE && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 30;
      lastTap = { time: now, x: event.clientX, y: event.clientY };
      if (ghost) {
        if (event.pointerType === "mouse") {
          ghost.follow(pane.point(event.clientX, event.clientY));
          if (ghost.at) return walk.lay(ghost.at);
        } else if (light?.key.startsWith("cell:")) {
          // A tap lays the ghost there, a second one turns it; the bar's button leaves it.
          ghost.rest();
          const same = ghost.at && [ghost.at.first.touch, ghost.at.second.touch].includes(light.key);
          if (same) ghost.turn();
          else ghost.settle(light.key);
          return walk.settled();
        }
        return walk.back();
      }
      if (light) return walk.pick(light.key);
      if (twice) {
        if (pane.closer) pane.reset();
        else if (event.pointerType === "touch") pane.zoom(pane.point(event.clientX, event.clientY), 2.2);
        return;
      }
      if (event.pointerType === "mouse" || picture.pickedAt(pane.point(event.clientX, event.clientY))) walk.back();
    }

    pane.host.addEventListener("contextmenu", (event) => {
      if (!walk.ghost) return;
      event.preventDefault();
      walk.ghost.turn();
    });

    pane.host.addEventListener("wheel", (event) => {
      const ghost = walk.ghost;
      if (ghost) {
        event.preventDefault();
        ghost.turn(event.deltaY > 0 ? 1 : -1);
      } else if (event.ctrlKey) {
        event.preventDefault();
        pane.zoom(pane.point(event.clientX, event.clientY), event.deltaY > 0 ? 0.85 : 1.18);
      }
    }, { passive: false });

    function spread() {
      const [a, b] = [...fingers.values()];
      return { far: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    }

    function pinched() {
      const next = spread();
      pane.zoom(pane.point(next.x, next.y), next.far / pinch.far);
      const scale = pane.scale;
      pane.place({ ...pane.box, x: pane.box.x - (next.x - pinch.x) / scale, y: pane.box.y - (next.y - pinch.y) / scale });
      pinch = next;
    }

    /** A long press tells what something is, as resting the mouse does. */
    function tell(x, y) {
      const point = pane.point(x, y);
      let best = null;
      for (const title of picture.drawing.querySelectorAll("title")) {
        const box = picture.frame(title.parentNode);
        const inside = point.x > box.x && point.x < box.x + box.width && point.y > box.y && point.y < box.y + box.height;
        if (inside && (!best || box.width * box.height <= best.size)) best = { size: box.width * box.height, title };
      }
      if (!best) return;
      press = null;
      explain(best.title.textContent, x, y);
    }
  }
}

const matrixOf = ({ a, b, c, d, e, f }) => `matrix(${a} ${b} ${c} ${d} ${e} ${f})`;
