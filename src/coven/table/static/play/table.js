// The table: what the server says of it, what shows of that, and what is asked of the server.

import { codeOf } from "../client.js";
import { addLuck, linkFor, ready, sawAll, takenBack } from "../luck.js";
import { takeSeat } from "../sitting.js";
import { theme } from "../theme.js";
import { toast } from "../toast.js";
import { say } from "../words.js";
import { showAlarms } from "./alarms.js";
import { api } from "./api.js";
import { lose, showChoices, showSentence } from "./choices.js";
import { byId, el } from "./dom.js";
import { Drawings } from "./drawings.js";
import { fetchSight } from "./feed.js";
import { catchUp } from "./following.js";
import { frameButtons, isReading, moved, showLesson, touchToLearn } from "./lesson.js";
import { joinLog, toldBetween } from "./lines.js";
import { showLog, showLooking } from "./log.js";
import { Motion, places } from "./motion.js";
import { parts } from "./parts.js";
import { Picture } from "./picture.js";
import { keep, switched, tokens } from "./preferences.js";
import { showScores } from "./scores.js";
import { speak } from "./speak.js";
import { curtain, join, showSeats } from "./seats.js";
import { showSince } from "./since.js";
import { sound } from "./sounds.js";
import { stageMoment } from "./staging.js";
import { Theatre } from "./theatre.js";
import { onlyMove } from "./tree.js";
import { Turning, earned } from "./turning.js";
import { Walk } from "./walk.js";
import { Witness } from "./witness.js";

const MOMENTS = 80; // that are kept, for following a long turn
const SOON = 1500; // until what was done and not told is asked for
const GO_ON = 600; // before the only move there is makes itself
const AGAIN = 2000; // until a server that does not answer is asked again
const FINAL = ["forbidden", "seat_free", "no_such_table", "other_version"]; // asking again would not help

/** A secret does not stay in the address, which is copied and looked at. */
const clearAddress = () => history.replaceState(null, "", location.pathname + location.search);

export class Table {
  constructor() {
    this.id = byId("table").dataset.table ?? "";
    const secret = document.getElementById(location.hash.slice(1)) ? "" : location.hash.slice(1); // not where "skip to the content" leads
    this.tokens = tokens(this.id);
    this.fresh = secret && !Object.values(this.tokens).includes(secret) ? secret : null; // of a seat not known yet
    if (secret && !this.fresh) clearAddress();
    this.seat = this.mine[0] ?? null;
    this.ask = api(this.id, () => this.token());
    this.picture = new Picture(byId("picture"));
    this.drawings = new Drawings();
    this.motion = new Motion(this.picture);
    this.parts = parts(this.picture);
    this.turning = new Turning(this.picture, this.parts);
    this.theatre = new Theatre(this.picture);
    this.theatre.onSkip = () => void (this.jump = true);
    this.walk = new Walk(this);
    touchToLearn(this);
    this.picture.moved = () => {
      this.walk.lift();
      if (this.sight) this.render();
    };
    /** @type {Wire.PageState} */ this.sight = /** @type {never} */ (null); // what shows; nothing does before the first has come
    /** @type {Wire.PageState|null} */ this.target = null; // what has come and waits to be shown
    /** @type {Map<number, Wire.PageState>} */ this.moments = new Map(); // what the live line has told of on the way there, by action
    /** @type {Wire.PageState|null} */ this.told = null; // what the live line told last; the next is told as the difference
    this.seq = -1; // of the newest sight
    this.heard = -1; // of the newest word of it
    /** @type {Wire.LogLine[]} */ this.log = [];
    /** @type {number|null} */ this.logOf = null; // the seat that knows it so
    this.last = 0; // actions made in all
    this.witness = new Witness();
    /** @type {Wire.Terms|null} */ this.terms = null; // until the live line tells them
    /** @type {import("./seats.js").Facts[]} */ this.seats = [];
    /** @type {number|null} */ this.looking = null; // the earlier action that shows
    this.busy = false;
    this.posting = false;
    this.due = 0; // what the last thing that was done here has led to
    /** @type {number|null} */ this.thinking = null;
    this.preparing = false; // the bots are still warming up
    /** @type {number|null} */ this.runs = null; // the seat whose clock runs
    this.back = false; // moves are being taken back
    /** @type {string|null} */ this.next = null; // the table of the rematch
    /** @type {Wire.PageState|null} */ this.waiting = null; // what came while looking back
    this.sealed = false; // nothing is to be added to the luck of the game any more
    this.sealing = false;
    this.asking = false;
    this.again = false; // something came while asking
    this.showing = false;
    this.jump = false; // show the next sight at once
    /** @type {ReturnType<typeof import("./chat.js").chat>|null} */ this.talk = null;
    /** @type {ReturnType<typeof import("./live.js").live>|null} */ this.line = null;
  }

  token() {
    return this.fresh ?? (this.seat === null ? null : this.tokens[this.seat] ?? null);
  }

  /** Who listens: the seat that looks, and the others at this screen; what the page has is not told again. */
  who() {
    const token = this.token();
    const page = { theme: theme(), have: this.drawings.have, log: this.logOf === this.seat ? this.witness.sure : 0 };
    this.told = null;
    return { token, also: Object.values(this.tokens).filter((other) => other !== token), page };
  }

  /** The seats held here. */
  get mine() {
    return Object.keys(this.tokens).map(Number);
  }

  get open() {
    return (this.sight?.kinds ?? []).flatMap((kind, seat) => (kind === "open" ? [seat] : []));
  }

  /** Whether the seat that shows can choose now. */
  get acts() {
    const { sight, looking } = this;
    return looking === null && Boolean(sight) && !sight.over && sight.seat !== null && sight.seat === sight.actor && sight.choices.length > 0;
  }

  /** Add what the seats here have to add to the luck of the game, until it is dealt. */
  async seal() {
    if (this.sealed || this.sealing || !this.mine.length) return;
    this.sealing = true;
    const dealt = Boolean(this.sight?.over || (this.sight?.at && sawAll(this.id))); // the check at the end needs what was dealt from
    this.sealed = dealt || (await addLuck(this.id, this.tokens).catch(() => false)); // asked again with the next word from the server
    if (this.sealed) ready(this.id);
    this.sealing = false;
  }

  // -- what comes from the server --

  /** @param {number|null} [at] an earlier action @returns {Promise<Wire.PageState>} */
  fetchSight(at = null) {
    return fetchSight(this, at);
  }

  /** Ask for the newest; asked again while asking, once more afterwards. @returns {Promise<void>} */
  async refresh() {
    if (this.asking) return void (this.again = true);
    this.asking = true;
    try {
      do {
        this.again = false;
        this.again = this.take(await this.fetchSight()) || this.again;
      } while (this.again || this.seq < this.heard);
    } catch (error) {
      if (!FINAL.includes(codeOf(error))) setTimeout(() => this.refresh(), AGAIN);
      if (codeOf(error) !== "unreachable") this.refuse(error);
    } finally {
      this.asking = false;
    }
  }

  /** Receive what the server shows; true if it must be asked for again, as another seat. @param {Wire.PageState} sight */
  take(sight) {
    if (sight.seq < this.seq) return false; // overtaken on the way
    this.seq = sight.seq;
    this.learn(sight);
    // At one screen the seat to act is the one that looks.
    if (sight.actor !== this.seat && sight.actor !== null && this.mine.includes(sight.actor) && !sight.over) {
      this.seat = sight.actor;
      return true;
    }
    this.receive(sight);
    return false;
  }

  /** A token from the link belongs to the seat the server shows with it. @param {Wire.PageState} sight */
  learn(sight) {
    if (!this.fresh || sight.seat === null) return;
    const secret = this.fresh;
    this.sit(sight.seat, secret);
    if (tokens(this.id)[sight.seat] === secret) clearAddress(); // a browser that keeps nothing needs it to come back
  }

  /** @param {number} seat @param {string} token */
  sit(seat, token) {
    keep(this.id, seat, token);
    this.tokens = { ...this.tokens, [seat]: token };
    this.seat = seat;
    this.fresh = null;
    this.seal();
  }

  /** @param {Wire.PageState} sight */
  receive(sight) {
    this.last = sight.last;
    this.log = joinLog(this.logOf === sight.seat ? this.log : [], sight.log, sight.last);
    this.logOf = sight.seat;
    this.witness.hear(sight);
    this.remember(sight);
    this.target = sight;
    if (!this.showing) catchUp(this);
  }

  /** Keep what has come, for who follows the table move by move; what was taken back is forgotten. @param {Wire.PageState} sight */
  remember(sight) {
    for (const at of [...this.moments.keys()]) if (at >= sight.at) this.moments.delete(at);
    this.moments.set(sight.at, sight);
    const [oldest] = this.moments.keys();
    if (this.moments.size > MOMENTS) this.moments.delete(oldest);
  }

  /** Put a sight on the page and move things to where they are. @param {Wire.PageState} sight @param {boolean} passing on the way to another @param {Wire.LogLine[]} told what the table turns to */
  async present(sight, passing, told = []) {
    if (this.looking !== null && !passing) {
      this.waiting = sight;
      showLooking(this);
      if (sight.seat === this.sight.seat) showLog(this);
      return;
    }
    const before = this.sight;
    const handed = before && before.seat !== sight.seat;
    if (handed && switched("curtain") && [before.seat, sight.seat].every((seat) => seat !== null && this.mine.includes(seat)) && sight.seat !== null) {
      await curtain(sight.names[sight.seat], sight.seat);
    }
    const same = before && !handed && before.seq === sight.seq && before.at === sight.at && before.choices.length === sight.choices.length;
    const redrawn = before?.parts !== sight.parts;
    const old = before && !handed && !same && redrawn ? places(this.picture) : new Map();
    const leaps = this.jump || this.looking !== null;
    this.jump = false;
    this.busy = this.posting || sight.seq < this.due; // an older sight does not end what is under way
    // What has been picked stays picked when nothing has happened but a new name or other colours.
    this.sight = same ? { ...sight, choices: before.choices } : sight;
    if (redrawn) this.walk.drop();
    if (!same) this.walk.forget();
    if (redrawn) this.picture.draw(sight.parts, sight.picture, sight.game);
    this.parts.show();
    if (!same) speak(this, before);
    this.render();
    const turned = this.turning.to(told);
    const lines = before && !handed && !same && !leaps ? toldBetween(this.log, before.at, sight.at) : [];
    const gained = sight.scores.map((score, seat) => ({ points: lines.length ? score - before.scores[seat] : 0, seat, ...earned(this.picture, lines, seat) }));
    stageMoment(this, lines);
    const moving = this.motion.play(turned ? new Map() : old, gained.filter(({ points }) => points));
    if (this.acts && !this.target) {
      if (before && !before.choices.length && before.actor !== sight.actor) sound("turn");
      return this.goOn();
    }
    await moving;
  }

  /** Where there is nothing to choose, make the only move, or take it back too. */
  goOn() {
    const { sight } = this;
    const only = onlyMove(sight.choices);
    // A move made by itself where only this seat knows that there is no other would tell the others so.
    const may = sight.go_on && switched("on") && !sight.lesson;
    if (!may || !only || (only.ends && switched("confirm"))) return void (this.back = false);
    if (this.back) return void (sight.undo && this.undo());
    setTimeout(() => this.sight === sight && this.acts && this.send(only), GO_ON);
  }

  // -- what shows --

  render() {
    const { sight } = this;
    this.walk.show();
    this.parts.follow(!isReading(this));
    showSeats(this);
    showSentence(this);
    if (showLesson(this)) lose();
    showChoices(this);
    showLog(this);
    showScores(this);
    showSince(this);
    showAlarms(sight);
    showLooking(this);
    frameButtons(this);
    this.parts.settle(); // what is asked took room
    this.talk?.show();
    document.title = `${this.acts ? `${say("turn.yours")} · ` : ""}${sight.title} · Coven`;
    byId("title").textContent = sight.title;
    for (const link of document.querySelectorAll(".rules")) link.setAttribute("href", `/rules/${sight.game}`);
    document.body.classList.toggle("over", sight.over);
    document.body.classList.toggle("acts", this.acts);
  }

  /** Say what was refused, and why. @param {unknown} error */
  refuse(error) {
    const message = error instanceof Error ? error.message : String(error);
    toast(message, "danger");
    if (this.sight) return;
    byId("sentence").replaceChildren(el("p", { class: "asks" }, message));
    // Who was sent the link of a private table may still have a seat there.
    if (codeOf(error) === "seat_free") byId("choices").replaceChildren(join(this, [null]));
  }

  // -- doing --

  /** @param {Wire.Choice} leaf */
  send(leaf) {
    this.back = false;
    moved(leaf);
    const { seq, last, actor } = this.sight;
    const seat = /** @type {number} */ (actor);
    return this.act(() => this.ask.post("/actions", { seq, move: leaf.move, link: linkFor(this.id, seat, last) }));
  }

  async undo() {
    if (!this.sight?.undo || this.looking !== null || this.busy) return;
    this.back = true;
    const { seq, last, seat } = this.sight;
    await this.act(async () => {
      const done = await this.ask.post("/undo", { seq });
      takenBack(this.id, /** @type {number} */ (seat), last - 1);
      return done;
    });
  }

  /** Do something; what shows next comes over the live line, and is asked for where that is down. @param {() => Promise<Wire.Done>} doing */
  async act(doing) {
    if (this.busy) return;
    this.busy = this.posting = true;
    byId("choices").classList.add("busy");
    try {
      const { seq } = await doing();
      this.posting = false;
      this.due = seq ?? this.due;
      if (seq !== undefined && (this.seq >= seq || this.line?.up)) return this.settle(seq);
    } catch (error) {
      this.posting = false;
      this.busy = false;
      this.back = false;
      this.walk.asked = null;
      if (codeOf(error) !== "stale") this.refuse(error);
      this.render();
    }
    await this.refresh();
  }

  /** What was done has been told; if the line does not say so soon, ask. @param {number} seq */
  settle(seq) {
    if (this.seq >= seq) {
      if (this.busy && this.sight && !this.showing) {
        this.busy = false;
        this.render();
      }
      return;
    }
    setTimeout(() => this.seq < seq && this.refresh(), SOON);
  }

  /** @param {Wire.Lesson} lesson */
  async read(lesson) {
    await this.act(() => this.ask.post("/lesson", { lesson: lesson.id }));
  }

  /** Look at the table as it was after so many actions; null: as it is. @param {number|null} at @returns {Promise<void>} */
  async look(at) {
    if (at === null || at > this.last) {
      this.looking = null;
      this.jump = true;
      const sight = this.waiting;
      this.waiting = null;
      return sight ? this.receive(sight) : this.refresh();
    }
    const wanted = (this.looking = Math.max(0, at));
    try {
      const sight = await this.fetchSight(wanted);
      if (this.looking === wanted) await this.present({ ...sight, choices: [] }, true);
    } catch (error) {
      this.refuse(error);
      this.look(null);
    }
  }

  // -- seats --

  /** @param {number|null} seat @param {string} name */
  async join(seat, name) {
    try {
      const joined = await takeSeat(this.id, name ? { seat, name } : { seat }, this.token());
      this.sit(joined.seat, joined.token);
      this.line?.restart();
    } catch (error) {
      this.refuse(error);
    }
    this.refresh();
  }

  /** Ask as one of the seats held here. @param {number} seat @param {string} path @param {object} [body] */
  async as(seat, path, body = {}) {
    await this.ask.post(path, body, this.tokens[seat]).catch((error) => this.refuse(error));
    this.refresh();
  }
}
