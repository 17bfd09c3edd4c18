// Renewal: what a page shows for longer than its answer holds is requested again. Until a new answer
// is there, and if there is none, it is old, and its view says so. The elements and the Yew hooks both
// use this module (src/yew/renewal.rs).

/** @import { Received } from '../shared/received.js' */

import { TICK, ageOf, isHidden, stopwatch, whenTurned } from '../shared/age.js';

/** The first and the longest pause after a request that brought nothing newer. */
const [FIRST, LONGEST] = [2_000, 300_000];

/** The longest time of a timer, which fires at once beyond. */
const FOREVER = 2 ** 31 - 1;

/**
 * What shares an answer.
 * @typedef {object} Member
 * @property {unknown[]} key - Equal to that of other members that make the same request.
 * @property {(near: () => void) => () => void} [watch] - Calls `near` once, when it is near the viewport;
 *   returns what ends that. Without it, it always is.
 * @property {() => Promise<Received | undefined>} ask - Requests it again, past the browser's cache.
 *   Throws, or returns nothing, if there is no answer.
 * @property {(since: string | undefined) => void} show - Shows from when its answer is, because that is
 *   old: `2026-01-31T12:00:00.000Z`; or no more.
 */

/** A pause after so many requests in a row that brought nothing newer. */
const pauseAfter = (/** @type {number} */ tries) =>
  Math.min(FIRST * 2 ** (tries - 1), LONGEST) * (0.5 + Math.random() / 2);

/** Members with equal keys, which ask together. */
class Group {
  /** @type {Set<Member>} */
  members = new Set();
  /** @type {unknown[]} */
  key;
  /** The age of the last answer. */
  #last;
  /** How long it has held or will hold, from its arrival. */
  #left = 0;
  #grace = 0;
  /** How long ago the answer arrived whose time counts. */
  #elapsed = () => 0;
  /** How many requests in a row have brought nothing newer. */
  #tries = 0;
  /** The time that `#paused` must reach before the next request. */
  #pause = 0;
  #paused = () => 0;
  #isOld = false;
  #isAsking = false;
  /**
   * What ends waiting for members to come near the viewport.
   * @type {(() => void)[]}
   */
  #waiting = [];
  /** How long it has waited for that. */
  #watched = () => 0;

  /**
   * @param {unknown[]} key
   * @param {Received} answer
   */
  constructor(key, answer) {
    this.key = key;
    this.#last = ageOf(answer);
    this.#take(answer);
    const { holds, left, first } = this.#last;
    this.#grace = first;
    // What was kept for too long is requested at once, unless no answer holds.
    if (left === 0 && holds > 0) this.#pause = 0;
  }

  /** For how long the answer has not held any more; negative while it does. */
  get #over() {
    return this.#elapsed() - this.#left;
  }

  /** @param {Received} answer */
  #take(answer) {
    this.#last = ageOf({ last: this.#last, ...answer });
    const { left, grace } = this.#last;
    // Another answer that is too old does not begin the time anew.
    if (left > 0 || this.#tries === 0) {
      this.#left = left;
      this.#elapsed = stopwatch(answer.at, answer.steady);
      this.#grace = grace;
    }
    if (left === 0) {
      this.#retreat();
    } else {
      this.#isOld = false;
      this.#tries = 0;
      this.#paused = this.#elapsed;
      this.#pause = left + (Math.random() * this.#grace) / 2;
    }
  }

  /**
   * Adds a member, whose answer may be another than that of the group: both hold until the first of
   * them is over.
   * @param {Member} member
   * @param {Received} answer
   */
  join(member, answer) {
    this.members.add(member);
    this.rest();
    const { since, left } = ageOf(answer);
    const rest = left - stopwatch(answer.at, answer.steady)();
    if (rest < -this.#over) {
      this.#last.since = Math.min(this.#last.since, since);
      this.#left = this.#elapsed() + rest;
      if (this.#tries === 0) this.#pause = Math.min(this.#pause, this.#left);
    } else if (this.#isOld && rest > 0) {
      // The service seems to be there again.
      this.#pause = 0;
    }
    if (this.#isOld) this.show(member);
  }

  /** Waits longer before the next request. */
  #retreat() {
    this.#tries += 1;
    this.#pause = pauseAfter(this.#tries);
    this.#paused = stopwatch();
  }

  /**
   * A view that fails must not keep the others from being renewed.
   * @param {Member} member
   */
  async show(member) {
    try {
      await member.show(this.#isOld ? new Date(this.#last.since).toISOString() : undefined);
    } catch (error) {
      reportError(error);
    }
  }

  #grow() {
    this.#isOld = true;
    for (const member of this.members) this.show(member);
  }

  /**
   * Calls the answer old, and asks, if it is time.
   * @param {boolean} returned - Whether the page was hidden until now.
   */
  check(returned) {
    const over = this.#over;
    if (!this.#isOld && (over > this.#grace || (returned && over > 0))) this.#grow();
    if (isHidden()) return this.rest();
    const isDue = this.#paused() >= this.#pause || (returned && over > 0 && this.#tries === 0);
    if (!isDue || this.#isAsking) return;
    if (this.#waiting.length > 0 && !returned && this.#watched() < TICK) return;
    // An element that was moved in the page is not watched any more.
    this.rest();
    this.#watched = stopwatch();
    for (const { watch } of this.members) {
      const end = watch?.(() => this.#ask());
      if (end) this.#waiting.push(end);
      else this.#ask();
    }
  }

  /** Stops waiting for members to come near the viewport. */
  rest() {
    for (const end of this.#waiting.splice(0)) end();
  }

  async #ask() {
    this.rest();
    if (this.#isAsking) return;
    this.#isAsking = true;
    const asked = [...this.members];
    const answers = await Promise.allSettled(asked.map(async (member) => member.ask()));
    this.#isAsking = false;
    const values = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined));
    const found = values.filter((_, at) => this.members.has(asked[at]));
    if (found.length === 0) return;
    if (found[0] && found.every(Boolean)) {
      this.#take(found[0]);
      for (const member of this.members) this.show(member);
    } else {
      this.#retreat();
      if (!this.#isOld && this.#over > 0) this.#grow();
    }
    look();
  }

  /** How long nothing is to be done, in milliseconds. */
  get idle() {
    const old = this.#isOld ? Infinity : this.#grace - this.#over;
    const due = isHidden() || this.#isAsking || this.#waiting.length > 0 ? Infinity : this.#pause - this.#paused();
    return Math.min(old, due, isHidden() ? Infinity : TICK);
  }
}

/** @type {Set<Group>} */
const groups = new Set();

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Looks which answers are too old, and when to do so next.
 * @param {boolean} [returned] - Whether the page was hidden until now.
 */
export function look(returned = false) {
  clearTimeout(timer);
  for (const group of groups) group.check(returned);
  const idle = Math.min(...[...groups].map((group) => group.idle));
  if (idle < Infinity) timer = setTimeout(look, Math.min(Math.max(idle, 50), FOREVER));
}

let isFollowing = false;

/**
 * Renews an answer for as long as a member shows it; returns what ends that.
 * @param {Member} member
 * @param {Received} answer
 */
export function renew(member, answer) {
  if (!isFollowing) whenTurned(look);
  isFollowing = true;
  const { key } = member;
  let group = [...groups].find((one) => one.key.length === key.length && one.key.every((part, at) => part === key[at]));
  if (!group) {
    group = new Group(key, answer);
    groups.add(group);
  }
  const joined = group;
  joined.join(member, answer);
  look();
  return () => {
    joined.members.delete(member);
    joined.rest();
    if (joined.members.size === 0) groups.delete(joined);
    look();
  };
}
