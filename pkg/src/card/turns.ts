// One card a task: a page of many cards goes on answering while they are drawn.

/** What waits for its turn, by card. */
const waiting: Map<Element, (() => void)[]> = new Map();

/** The waiting cards that are or were in sight. */
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
  for (const { isIntersecting, target } of entries) if (isIntersecting && waiting.has(target)) inSight.add(target);
}

/** The next piece of work: that of a card in sight, if there is one. */
function next(): (() => void) | undefined {
  const [card] = [...inSight, ...waiting.keys()];
  const works = waiting.get(card);
  const work = works?.shift();
  if (works?.length === 0) {
    waiting.delete(card);
    inSight.delete(card);
    observer?.unobserve(card);
  }
  return work;
}

async function run() {
  isTaken = true;
  await nextTask();
  for (let work = next(); work; work = next()) {
    // A card that fails must not keep the others from their turns.
    try {
      work();
    } catch (error) {
      reportError(error);
    }
    await nextTask();
  }
  isTaken = false;
}

/** Does a piece of a card's work: now, if no other card has had this task, or else in one of its own. */
export function inTurn(card: Element, work: () => void): void {
  if (!isTaken) {
    run();
    work();
    return;
  }
  const works = waiting.get(card);
  if (works) works.push(work);
  else {
    waiting.set(card, [work]);
    // There is none in tests without a layout.
    if (typeof IntersectionObserver === 'function') observer ??= new IntersectionObserver(observed);
    observer?.observe(card);
  }
}
