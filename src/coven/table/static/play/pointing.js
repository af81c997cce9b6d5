// The pointer on the picture: choosing, dragging, turning a tile, drawing closer with two fingers.

import { matrixOf, svg } from "./dom.js";

const STILL = 7; // pixels a press may wander and still be a tap
/** @type {Record<string, number>} */
const REACH = { mouse: 5, pen: 10, touch: 24 }; // pixels beside a thing that still mean it
const TWICE = 320;
const LONG = 550;
const NOTCH = 60; // of the wheel, that turns a tile

/**
 * @typedef {import("./picture.js").Light} Light
 * @typedef {Pick<import("./walk.js").Walk, "ghost"|"aim"|"opens"|"pick"|"back"|"lay"|"settled">} Chooser
 * @typedef {Pick<import("./asking.js").Asking, "hide"|"press"|"crossing"|"rest"|"leave"|"why">} Asker
 * @typedef {{copy: SVGElement, from: DOMPoint}} Drag a thing that is carried
 * @typedef {{x: number, y: number, light: Light|null, type: string, view: import("./views.js").PartView|null, box: import("./geometry.js").Box|null, moved: boolean, skipped: boolean,
 *   drag: Drag|null, timer: number}} Press
 */

/**
 * @param {import("./picture.js").Picture} picture @param {Chooser} walk
 * @param {ReturnType<typeof import("./parts.js").parts>} parts
 * @param {Asker} asking
 * @param {() => boolean} skip what a press also does: end what is moving; whether others' turns were being told
 */
export function pointing(picture, walk, parts, asking, skip) {
  watch();

  function watch() {
    /** @type {Map<number, {x: number, y: number}>} */
    const fingers = new Map();
    /** @type {Press|null} */
    let press = null;
    let lastTap = { time: 0, x: 0, y: 0 };
    /** @type {{far: number, x: number, y: number}|null} */
    let pinch = null;
    let turned = 0; // how far the wheel has gone since the tile was turned

    /**
     * @template {keyof HTMLElementEventMap} K
     * @param {K} type @param {(event: HTMLElementEventMap[K]) => unknown} listener @param {AddEventListenerOptions} [options]
     */
    const on = (type, listener, options) => picture.host.addEventListener(type, listener, options);
    /** @param {MouseEvent} event */
    const at = (event) => picture.onSheet(event.clientX, event.clientY);
    /** @param {PointerEvent} event */
    const lightAt = (event) => picture.lightAt(at(event), REACH[event.pointerType] ?? 5);

    // The pointer leaves the keyboard's focus alone, but takes it from where one writes.
    on("mousedown", (event) => {
      event.preventDefault();
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    });

    on("pointerdown", (event) => {
      if (event.button > 0) return;
      const skipped = skip();
      asking.hide();
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      picture.host.setPointerCapture(event.pointerId);
      if (fingers.size === 2) {
        release();
        pinch = spread();
        return;
      }
      const light = lightAt(event);
      press = { x: event.clientX, y: event.clientY, light, type: event.pointerType, view: picture.viewAt(at(event)), box: null, moved: false, skipped, drag: null, timer: 0 };
      if (event.pointerType === "touch") {
        const { clientX, clientY } = event;
        press.timer = setTimeout(() => press && !press.moved && asking.press(clientX, clientY) && (press = null), LONG);
      }
    });

    on("pointermove", (event) => {
      if (fingers.has(event.pointerId)) fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pinch && fingers.size === 2) return pinched();
      const ghost = walk.ghost;
      if (!press) {
        if (event.pointerType !== "mouse" || asking.crossing(event)) return;
        if (ghost) ghost.follow(at(event));
        const light = lightAt(event);
        picture.host.classList.toggle("can", Boolean(light) || Boolean(ghost?.at));
        walk.aim(light?.key ?? null, light);
        asking.rest(event);
        return;
      }
      if (!press.moved && Math.hypot(event.clientX - press.x, event.clientY - press.y) < STILL) return;
      if (!press.moved) begin(event, press);
      if (press.drag) return carry(event, press.drag);
      if (walk.ghost && (press.type === "mouse" || press.light)) return void walk.ghost.follow(lifted(event));
      if (press.view?.closer) {
        press.box ??= press.view.view;
        press.view.slide(press.box, event.clientX - press.x, event.clientY - press.y);
        picture.relight();
      }
    });

    /** A press has become a drag: take the thing along. @param {PointerEvent} event @param {Press} now */
    function begin(event, now) {
      now.moved = true;
      clearTimeout(now.timer);
      const { light } = now;
      if (!light || walk.ghost || !walk.opens(light.key)) return;
      const thing = picture.things(light.key)[0];
      walk.pick(light.key);
      if (walk.ghost || !picture.lights.length) return;
      const carried = thing.querySelector("[data-thing]") ?? thing;
      const copy = svg("g", { class: "carried" }, svg("g", { transform: matrixOf(picture.matrix(picture.parent(carried))) }, carried.cloneNode(true)));
      picture.above.append(copy);
      now.drag = { copy, from: picture.onSheet(now.x, now.y) };
      carry(event, now.drag);
    }

    /** @param {PointerEvent} event @param {Drag} drag */
    function carry(event, { copy, from }) {
      const to = at(event);
      copy.setAttribute("transform", `translate(${to.x - from.x} ${to.y - from.y})`);
      const light = lightAt(event);
      walk.aim(light?.key ?? null, light);
    }

    /** A finger hides what is under it: a dragged tile floats a little above. @param {PointerEvent} event */
    function lifted(event) {
      return picture.onSheet(event.clientX, event.clientY - (event.pointerType === "touch" ? 44 : 0));
    }

    on("pointerup", (event) => {
      fingers.delete(event.pointerId);
      if (pinch) {
        if (fingers.size === 0) pinch = null;
        return;
      }
      if (!press) return;
      const { moved, drag, type, light, skipped } = press;
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
      tap(event, light, ghost, skipped);
    });

    on("pointercancel", (event) => {
      fingers.delete(event.pointerId);
      release();
      pinch = null;
    });
    /** It was not meant as a press. */
    function release() {
      press?.drag?.copy.remove();
      clearTimeout(press?.timer);
      press = null;
    }

    on("pointerleave", ({ pointerType }) => {
      if (press) return;
      walk.aim(null);
      if (pointerType === "mouse") asking.leave();
    });

    /** @param {PointerEvent} event @param {Light|null} light @param {import("./ghost.js").Ghost|null} ghost @param {boolean} skipped */
    function tap(event, light, ghost, skipped) {
      const now = event.timeStamp;
      const twice = now - lastTap.time < TWICE && Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 30;
      lastTap = { time: now, x: event.clientX, y: event.clientY };
      if (!light && !ghost?.at && !twice && !skipped && !parts.enlarged) asking.why(event); // before what was picked is put back
      if (ghost) {
        if (event.pointerType === "mouse") {
          ghost.follow(at(event));
          if (ghost.at) return walk.lay(ghost.at);
        } else if (light && ghost.reaches(light.key)) {
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
      const view = picture.viewAt(at(event));
      if (twice && view) {
        if (view.closer) view.reset();
        else view.zoom(view.local(at(event)), 2.2);
        return picture.moved();
      }
      if (parts.enlarged || view?.part.role === "other") return parts.alone(view?.part.role === "other" ? view : null);
      if (event.pointerType === "mouse" || picture.pickedAt(at(event))) walk.back();
    }

    on("contextmenu", (event) => {
      if (!walk.ghost) return;
      event.preventDefault();
      walk.ghost.turn();
    });

    on("wheel", (event) => {
      const ghost = walk.ghost;
      if (ghost) {
        event.preventDefault();
        turned += event.deltaY;
        if (Math.abs(turned) < NOTCH) return; // a trackpad sends many small ones
        ghost.turn(turned > 0 ? 1 : -1);
        turned = 0;
        return;
      }
      const view = picture.viewAt(at(event));
      if (!view) return;
      event.preventDefault();
      view.zoom(view.local(at(event)), event.deltaY > 0 ? 0.85 : 1.18);
      picture.moved();
    }, { passive: false });

    function spread() {
      const [a, b] = [...fingers.values()];
      return { far: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    }

    function pinched() {
      if (!pinch) return;
      const next = spread();
      const view = picture.viewAt(picture.onSheet(next.x, next.y));
      if (view) {
        view.zoom(view.local(picture.onSheet(next.x, next.y)), next.far / pinch.far);
        view.slide(view.view, next.x - pinch.x, next.y - pinch.y);
        picture.relight();
      }
      pinch = next;
    }
  }
}
