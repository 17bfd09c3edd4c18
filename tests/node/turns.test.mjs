// Cards are drawn one a task, those in sight first.

import assert from 'node:assert/strict';
import { afterEach, it } from 'node:test';

let observe = () => {};
/** Sees what a test says is in sight. */
globalThis.IntersectionObserver = class {
  constructor(observed) {
    this.observe = (target) => observe(target, (isIntersecting) => observed([{ target, isIntersecting }]));
  }
  disconnect() {}
};
const { inTurn } = await import('../../pkg/dist/src/card/turns.js');

/** Lets those of `cards` draw that wait, each of which notes its name and the task. */
async function draw(cards) {
  let task = 0;
  const drawn = [];
  globalThis.scheduler = { yield: () => new Promise((resolve) => setTimeout(resolve)).then(() => void (task += 1)) };
  for (const card of cards) inTurn(card, () => drawn.push([card.name, task]));
  // The last turn is over with the task after it.
  while (task < cards.length) await new Promise((resolve) => setTimeout(resolve));
  return drawn;
}
const some = (...names) => names.map((name) => ({ name }));

afterEach(() => {
  observe = () => {};
  delete globalThis.scheduler;
});

it('one card is drawn at once, and each of the others in a task of its own', async () => {
  assert.deepEqual(await draw(some('a', 'b', 'c')), [
    ['a', 0],
    ['b', 1],
    ['c', 2],
  ]);
});

it('cards in sight are drawn before others', async () => {
  observe = (card, sees) => sees(card.name === 'd');
  const drawn = await draw(some('a', 'b', 'c', 'd'));
  assert.deepEqual(
    drawn.map(([name]) => name),
    ['a', 'd', 'b', 'c'],
  );
});

it('a card has its work done in its order, a piece a task', async () => {
  const [one, other] = some('a', 'b');
  assert.deepEqual(await draw([one, other, other]), [
    ['a', 0],
    ['b', 1],
    ['b', 2],
  ]);
});

it('engines without scheduler.yield take a timer in place of it', async () => {
  const drawn = [];
  for (const card of some('a', 'b')) inTurn(card, () => drawn.push(card.name));
  assert.deepEqual(drawn, ['a']);
  while (drawn.length < 2) await new Promise((resolve) => setTimeout(resolve));
});
