// Questions about the picture: why something can't be chosen now.

import { say } from "../words.js";
import { hideTip, refuseTip } from "./tips.js";

export class Asking {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.asked = 0; // only the last question is answered
  }

  /** Something was touched that can't be chosen: say why. @param {PointerEvent} event */
  why({ clientX: x, clientY: y }) {
    const thing = this.table.picture.thingAt(x, y);
    const view = thing && this.table.picture.viewOf(thing);
    if (thing && view?.part.role !== "other") this.tell(named(thing), { x, y }); // what is another's is shown large
  }

  /** @param {string} thing @param {import("./geometry.js").Point} at */
  async tell(thing, at) {
    const { table } = this;
    const { sight } = table;
    if (!sight || table.busy) return;
    const asked = ++this.asked;
    if (table.looking !== null) return refuseTip({ kind: "past", message: say("look.meanwhile") }, sight.game, at);
    const after = table.walk.steps.map(({ touch }) => touch).filter(Boolean).join(",");
    try {
      /** @type {{why: Wire.Why|null}} */
      const { why } = await table.ask.get(`/why?thing=${encodeURIComponent(thing)}&after=${encodeURIComponent(after)}`);
      if (why && asked === this.asked && table.sight.seq === sight.seq) refuseTip(why, sight.game, at);
    } catch (error) {
      table.refuse(error);
    }
  }

  /** Another press: the last answer has been read. */
  hide() {
    this.asked += 1;
    hideTip();
  }
}

/** What a thing is asked about by. @param {SVGGraphicsElement} thing */
const named = (thing) => thing.dataset.key ?? thing.dataset.thing ?? "";
