// Renewal: what a page shows for longer than its answer holds is requested again. Until a new answer
// is there, and if there is none, it is old, and its view says so. The elements and the Yew hooks both
// use this module (src/yew/renewal.rs).

import type { Age } from '../shared/age.js';
import type { Received } from '../shared/received.js';

import { ageOf, stopwatch } from '../shared/age.js';

/** The first and the longest pause after a request that brought nothing newer, in milliseconds. */
const [FIRST, LONGEST] = [2_000, 300_000];

/** How often a page looks at the clock at least: timers do not count the time that a computer sleeps. */
const TICK = 15_000;

/** The shortest time of a timer. */
const SHORTEST = 50;

/** One answer, or all those that a view shows; undefined for what the page gave. */
export type Answers = Received | undefined | (Received | undefined)[];

/** What shows answers. */
export interface Member {
  /** Equal to that of other members that make the same request. */
  key: unknown[];
  /**
   * Calls `near` once, when it is near the viewport; returns what ends that. Without it, it always is.
   */
  watch?: (near: () => void) => () => void;
  /**
   * Requests them again, past the browser's cache. Throws, or returns nothing, if there is no answer.
   */
  ask: () => Promise<Answers>;
  /**
   * Shows from when they are, because they are old: `2026-01-31T12:00:00.000Z`; or no more.
   */
  show: (since: string | undefined) => void;
}

/** The ages of answers, each of which may renew another. */
const agesOf = (answers: Answers, last: (Age | undefined)[] = []): (Age | undefined)[] =>
  [answers].flat().map((answer, at) => answer && ageOf(answer, last[at]));

/** For how long an answer has not held any more; negative while it does. */
const over = ({ elapsed, left }: Age): number => elapsed() - left;

/** The age of the answer that is the first to hold no more. */
const firstOf = (ages: (Age | undefined)[]): Age | undefined =>
  ages.flatMap((age) => age ?? []).sort((one, other) => over(other) - over(one))[0];

const isHidden = (): boolean => document.visibilityState === 'hidden';

/** Members with equal keys, which ask together. */
class Group {
  members: Set<Member> = new Set();
  key: unknown[];
  /** The ages of the last answers. */
  #last: (Age | undefined)[];
  /** That of the answer whose time counts. */
  #age: Age;
  #isOld = false;
  #isAsking = false;
  /** How many requests in a row have brought nothing newer. */
  #tries = 0;
  /** The time that `#paused` must reach before the next request. */
  #pause = 0;
  #paused = stopwatch();
  /** What ends waiting for members to come near the viewport. */
  #waiting: (() => void)[] = [];

  constructor(key: unknown[], age: Age, ages: (Age | undefined)[]) {
    this.key = key;
    this.#age = age;
    this.#last = ages;
    this.#begin(age);
  }

  /** Counts the time of another answer. */
  #begin(age: Age): void {
    this.#age = age;
    this.#tries = 0;
    // Not at the same time in each page, and at once for what was too old when it came.
    this.#pause = age.left && age.left + (Math.random() * age.grace) / 2;
    this.#paused = age.elapsed;
  }

  /** Waits longer before the next request. */
  #retreat(): void {
    this.#pause = Math.min(FIRST * 2 ** this.#tries, LONGEST) * (0.5 + Math.random() / 2);
    this.#paused = stopwatch();
    this.#tries += 1;
  }

  /**
   * Adds a member, whose answers may be others than those of the group: all hold until the first of
   * them is over.
   */
  join(member: Member, age: Age): void {
    this.members.add(member);
    if (over(age) > over(this.#age)) this.#begin(age);
    if (!this.#isOld) return;
    this.#show([member]);
    // The service may be there again.
    this.#pause = 0;
  }

  /** Shows whether the answers are old. A view that fails must not keep the others from being renewed. */
  #show(members: Iterable<Member>): void {
    const since = this.#isOld ? new Date(this.#age.since).toISOString() : undefined;
    for (const member of members) {
      try {
        member.show(since);
      } catch (error) {
        reportError(error);
      }
    }
  }

  #grow(): void {
    if (!this.#isOld) {
      this.#isOld = true;
      this.#show(this.members);
    }
  }

  /**
   * Calls the answers old, and asks, if it is time; returns for how many milliseconds it is not.
   *
   * @param isBack - Whether the page was hidden until now.
   */
  check(isBack: boolean): number {
    const late = over(this.#age) - (isBack ? 0 : this.#age.grace);
    if (late > 0) this.#grow();
    const rest = this.#isOld ? Infinity : -late;
    const wait = isBack && late > 0 ? 0 : this.#pause - this.#paused();
    if (isHidden()) this.rest();
    if (isHidden() || this.#isAsking) return rest;
    if (wait > 0) return Math.min(wait, rest);
    // Each time, because an element that was moved in the page is not watched any more.
    this.rest();
    for (const { watch } of this.members) {
      if (watch) this.#waiting.push(watch(() => this.#ask()));
      else this.#ask();
    }
    return rest;
  }

  /** Stops waiting for members to come near the viewport. */
  rest(): void {
    for (const end of this.#waiting.splice(0)) end();
  }

  async #ask(): Promise<void> {
    this.rest();
    if (this.#isAsking) return;
    this.#isAsking = true;
    const asked = [...this.members];
    const results = await Promise.allSettled(asked.map(async (member) => member.ask()));
    this.#isAsking = false;
    const isHere = (_: unknown, at: number): boolean => this.members.has(asked[at]);
    const answers = results.filter(isHere).map((result) => (result.status === 'fulfilled' ? result.value : undefined));
    // The same for all of them.
    const ages = answers.every(Boolean) ? agesOf(answers[0], this.#last) : [];
    const age = firstOf(ages);
    if (age) this.#last = ages;
    if (age?.left) {
      this.#begin(age);
      this.#isOld = false;
      this.#show(this.members);
    } else {
      this.#retreat();
      if (!age && over(this.#age) > 0) this.#grow();
    }
    look();
  }
}

const groups = new Set<Group>();

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Looks which answers are too old, and when to do so next.
 *
 * @param isBack - Whether the page was hidden until now.
 */
function look(isBack: boolean = false): void {
  clearTimeout(timer);
  const next = Math.min(TICK, ...[...groups].map((group) => group.check(isBack)));
  if (groups.size > 0) timer = setTimeout(look, Math.max(next, SHORTEST));
}

const turned = (): void => look(!isHidden());

const shown = ({ persisted }: PageTransitionEvent): void => {
  if (persisted) look(true);
};

/** Renews answers for as long as a member shows them; returns what ends that. */
export function renew(member: Member, answers: Answers): () => void {
  const ages = agesOf(answers);
  const age = firstOf(ages);
  if (!age) return () => {};
  // A page calls each of them once, however often it is added.
  document.addEventListener('visibilitychange', turned);
  addEventListener('pageshow', shown);
  const { key } = member;
  const found = [...groups].find(
    (one) => one.key.length === key.length && one.key.every((part, at) => part === key[at]),
  );
  const group = found ?? new Group(key, age, ages);
  groups.add(group);
  group.join(member, age);
  look();
  return () => {
    group.members.delete(member);
    group.rest();
    if (group.members.size === 0) groups.delete(group);
    look();
  };
}
