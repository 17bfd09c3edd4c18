// One card a task: a page of many cards goes on answering while they are drawn.

/** What waits for its turn, each with its card. */
const waiting: [card: Element, work: () => void][] = [];

/** The cards that are or were in sight while something waited. */
const inSight: Set<Element> = new Set();

let observer: IntersectionObserver | undefined;

/** Whether the turn of this task is taken. */
let isTaken = false;

/** Resolves in another task, once the page has answered what it was asked meanwhile. */
function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?(): Promise<void> } };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}

function observed(entries: IntersectionObserverEntry[]) {
  for (const { isIntersecting, target } of entries) if (isIntersecting) inSight.add(target);
}

/** The next piece of work: that of a card in sight, if there is one. */
function next(): (() => void) | undefined {
  const at = waiting.findIndex(([card]) => inSight.has(card));
  return waiting.splice(Math.max(at, 0), 1)[0]?.[1];
}

async function run() {
  isTaken = true;
  await nextTask();
  const work = next();
  if (work) {
    // Before it, because a card that fails must not keep the others from their turns.
    run();
    return work();
  }
  isTaken = false;
  observer?.disconnect();
  inSight.clear();
}

/** Does a piece of a card's work: now, if no other card has had this task, or else in one of its own. */
export function inTurn(card: Element, work: () => void): void {
  if (!isTaken) {
    run();
    return work();
  }
  waiting.push([card, work]);
  // There is none in tests without a layout.
  if (typeof IntersectionObserver === 'function') observer ??= new IntersectionObserver(observed);
  observer?.observe(card);
}
