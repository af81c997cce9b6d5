// What the server and the pages say to each other. Only the types are checked against it; nothing loads it.

declare namespace Wire {
  type Kind = "human" | "bot" | "open";
  type Theme = "dark" | "light";

  /** A choice: a question opens inside, a leaf is a move. */
  interface Choice {
    label: string;
    key: string;
    question: string;
    touch: string; // what stands for it in the picture
    gives: number | null;
    marks: string[] | null;
    ends: boolean; // the turn
    move: number | null;
    text: string | null;
    tip: string;
    quiet: boolean; // it costs something
    halves: boolean; // a thing of two halves, whose cells are chosen inside: it is carried and turned
    inside: Choice[];
  }

  /** A line of the log, made from events. */
  interface LogLine {
    n: number; // the first action it tells of
    to: number; // and the last
    turn: number; // 0: set-up
    whose: number | null; // turn that is
    seat: number | null; // whose it is
    folded: boolean; // set-up and draws
    label: string;
    points: number;
    events: { number: number; n: number; kind: string }[]; // that are told in it: which of all, and of which action
    moment: string; // the sound and staging it is worth; "" for none
    dice: string[]; // the faces of those that were rolled
    things: string[]; // what stands for it in the picture
  }

  interface Points {
    source: string; // what they are for, as it can be asked about
    category: string;
    points: number;
    counted: boolean; // in the score, or only if the game ended now
  }

  /** The card of a guided game. */
  interface Lesson {
    id: string;
    title: string;
    text: string;
    touch: string[];
    next: boolean;
    final: boolean; // with it one knows the game
    suggest: { move: string; label: string; said: string; touch: string[] } | null;
    number: number;
    of: number;
  }

  /** All a page shows of a table to one seat, or to a spectator. */
  interface PageState {
    seq: number;
    at: number; // actions made when it was so
    last: number; // actions made in all
    seat: number | null;
    game: string;
    title: string;
    players: number;
    names: string[];
    kinds: Kind[];
    actor: number | null;
    over: boolean;
    ending: string;
    verdict: string;
    winners: number[];
    scores: number[];
    points: Points[][]; // by seat
    alarms: { label: string; level: number; rule: string }[]; // what may end or lose the game
    prompt: string;
    pending: string[];
    odds: number | null;
    undo: boolean;
    picture: Picture;
    parts: (Part & { pieces: string[] })[]; // the drawings that the page has found for it
    svg?: string; // the picture whole, where it was asked for so
    choices: Choice[];
    since: { from: number; seats: { seat: number; points: number; said: string[] }[] } | null; // where a turn of one's own begins: the others' before
    go_on: boolean; // whether the page may make an only move by itself: all can see that it is, or nobody else is there
    log: LogLine[];
    made: { from: number; moves: string[] }; // the newest actions as a record writes them; ? for what the seat may not know
    lesson?: Lesson | null;
  }

  /** A part of the picture. */
  interface Part {
    id: string;
    v: string; // the version of the drawing
    name: string;
    seat: number | null;
    size: [number, number];
    each: [number, number] | null; // the size of each piece, where they may lie anyhow
    role: string;
    label: string;
    letters: number; // the smallest
    target: number; // the smallest thing to touch
  }

  /** A part that the page has not: its drawing piece by piece, or what is different from another that it has. */
  type NewPart = Pick<Part, "id" | "v"> & Partial<Part> & { pieces?: string[]; from?: string; at?: Record<number, string> };

  type Laid = [string, string][]; // ids and versions, from the ground up

  interface Picture {
    title: string;
    said: string;
    laid: Laid;
    new: NewPart[];
  }

  /** What has changed since the live line told last. */
  type PageMessage = { type: "page"; seq: number; picture: Omit<Picture, "laid"> & { laid?: Laid } } & Partial<Omit<PageState, "parts" | "picture">>;

  /** The answer to something done. */
  interface Done {
    seq?: number;
  }

  /** A seat in a list of tables. */
  interface Chair {
    seat: number;
    kind: Kind;
    name: string;
    bot: string | null;
  }

  /** A seat as those at the table may know it. */
  interface Seat extends Chair {
    online: boolean;
    stand_in: string | null; // the bot that plays for who has left
    agreed: number[]; // who want one to
    due: number | null; // seconds until it does
    clock: number | null; // seconds left
    waits: boolean; // its clock does, until somebody is there
  }

  interface ChatLine {
    n: number;
    seat: number; // negative: nobody's
    name: string;
    text: string;
    at: string;
  }

  /** What the coach would do. */
  interface Advice {
    move: string;
    label: string;
    chance: number;
    points: number;
    loss: number;
  }

  /** A table in a list. */
  interface Listed {
    table: string;
    game: string;
    title: string;
    seats: Chair[];
    created: number;
    over: boolean;
    scores: number[];
    winners: number[];
    rated: boolean; // its result counts for ratings
    uploaded: boolean; // it goes on from a record that was sent
  }

  /** What a table plays by, beside the rules. */
  interface Terms {
    hints: boolean;
    rated: boolean; // without hints, whatever else was asked for
    stand_in: string | null; // the bot for who leaves
    uploaded: boolean;
  }

  /** A table as it stands. */
  interface State {
    seq: number;
    actor: number | null;
    over: boolean;
    scores: number[];
    winners: number[];
    table: Listed;
  }

  /** A new table. */
  interface Made {
    table: string;
    seats: { seat: number; token: string | null }[];
  }

  interface Decision {
    action: number;
    seat: number;
    label: string;
    loss: number;
    cost: [number, number | null, number | null]; // of the chances: the mean, and between what it lies
    cost_points: [number, number | null, number | null];
    better: string | null;
    better_label: string;
  }

  /** Luck apart from skill, a number a seat: start, luck, errors and the others' errors add up to the result. */
  interface Account {
    start: number[];
    luck: number[];
    errors: number[];
    others_errors: number[];
    result: number[];
  }

  /** How far a review is, and when it is done what was found. */
  interface Review {
    state: "running" | "done" | "failed";
    done: number;
    of: number;
    review?: {
      game: string;
      decisions: Decision[];
      error_rate: number[];
      error_rate_points: number[];
      account: Account;
      turning_points: string[];
    };
    curve?: Record<Theme, string>;
  }

  interface SeatWish {
    kind: Kind;
    name?: string;
    bot?: string;
    promise?: string;
  }

  /** What a new table is asked for with. */
  interface TableWish {
    game: string;
    seats: SeatWish[];
    options: Record<string, unknown>;
    record?: string;
    guide?: boolean;
  }

  /** A refusal: a code, and a sentence in English; why a move is refused is said in the reader's language. */
  interface Refused {
    error: string;
    message: string;
    rule?: string;
  }

  /** What a thing of the picture is, beside what the picture says of it. */
  interface About {
    name: string;
    rule: string; // the id of the rule that tells of it
    text: string; // of that rule
    stands: string[]; // how one stands with it, and what came of it
    large: boolean; // to be read large
  }

  /** Why a thing of the picture can't be chosen now. */
  interface Why {
    kind: string;
    message: string;
    rule?: string; // its id on the rules page
  }

  /** What is told on the live line. */
  type Message =
    | { type: "state"; seq: number; actor: number | null; over: boolean; scores: number[]; undo: boolean }
    | PageMessage
    | { type: "seats"; seats: Seat[]; terms: Terms }
    | ({ type: "chat" } & ChatLine)
    | { type: "thinking"; seat: number | null; preparing: boolean }
    | { type: "lesson" }
    | { type: "rematch"; table: string }
    | ({ type: "error" } & Refused)
    | { type: "pong" }
    | { type: "bye" };
}
