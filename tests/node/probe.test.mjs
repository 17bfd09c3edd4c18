// Whether a base URL draws cards: found out by one request of a page, and remembered only where it is
// certain.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawsNone, probing, settle } from '../../pkg/dist/src/card/probe.js';
import { judge } from '../../pkg/dist/src/card/undrawn.js';
import { page } from '../../pkg/dist/src/shared/page-settings.js';

let count = 0;
/** A request to a base URL that nothing is known of. */
const request = (more = {}) => ({ baseUrl: `https://${(count += 1)}.example`, isExpected: false, ...more });

const failure = (more) => Object.assign(new Error('undrawn'), more);

/** Whether nothing is drawn any more after a failure, as the first card of a page has it. */
async function remembers(error, given = request()) {
  await assert.rejects(probing(given, () => Promise.reject(error)));
  judge(given, error, 9);
  return drawsNone(given.baseUrl);
}

/** Lets promises settle. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a base URL', () => {
  for (const [what, error] of [
    ['the route does not exist', { status: 404 }],
    ['there is nothing', { status: 204 }],
    ['a page is in its place', { status: 200 }],
    ['the address is refused', { status: 400 }],
    ['a token is required', { status: 401 }],
    ['the method is not known', { status: 501 }],
    ['the answer is of another release', {}],
  ]) {
    it(`draws none where ${what}`, async () => assert.ok(await remembers(failure(error))));
  }

  for (const [what, error] of [
    ['asks to wait', { status: 429 }],
    ['is overloaded', { status: 503 }],
    ['fails', { status: 500 }],
    ['cannot reach its pool', { status: 502 }],
    ['does not answer in time', { name: 'TimeoutError' }],
    ['refuses one product', { status: 451 }],
    ['has a card of yesterday', { mayPass: true }],
  ]) {
    it(`may draw later where it ${what}`, async () => assert.equal(await remembers(failure(error)), false));
  }

  it('that cannot be reached for a card draws none if the product can be', async () => {
    const given = request();
    const error = failure({ name: 'TypeError' });
    assert.equal(await remembers(error, given), false);
    let isAsked = false;
    const second = probing(given, async () => (isAsked = true));
    await settled();
    assert.equal(isAsked, false, 'the others wait for the product');
    settle(given.baseUrl, true);
    await assert.rejects(second);
    assert.ok(drawsNone(given.baseUrl));
  });

  it('that should draw is asked each time', async () => {
    const given = request({ isExpected: true });
    assert.equal(await remembers(failure({ status: 404 }), given), false);
    assert.equal(await probing(given, async () => 'card'), 'card');
  });

  it('is asked by the first card, for whose answer the others wait', async () => {
    for (const [isNone, asked] of [
      [true, 1],
      [false, 3],
    ]) {
      const given = request();
      let asks = 0;
      const ask = async () => (asks += 1);
      const cards = [1, 2, 3].map(() => probing(given, ask).catch(() => undefined));
      await settled();
      assert.equal(asks, 1);
      settle(given.baseUrl, isNone);
      await Promise.all(cards);
      assert.equal(asks, asked);
      await probing(given, ask).catch(() => undefined);
      assert.equal(asks, isNone ? 1 : 4);
    }
  });
});

describe('a gateway that is overloaded', () => {
  /** The pause in seconds, to the nearest half, without what makes pages differ. */
  const pause = (error, tries, maxRetries) => {
    page.given.maxRetries = maxRetries;
    const time = judge(request(), failure(error), tries);
    return time && [time / 1000 / 1.25, time / 1000].map((limit) => Math.floor(limit * 100) / 100);
  };
  const isWithin = (seconds, [low, high]) => low <= seconds && seconds <= high;

  it('is asked again, later each time, and not for ever', () => {
    assert.ok(isWithin(1, pause({ status: 503 }, 0)));
    assert.ok(isWithin(2, pause({ status: 503 }, 1)));
    assert.equal(pause({ status: 503 }, 2), undefined);
    assert.equal(pause({ status: 503 }, 0, 0), undefined);
    assert.ok(isWithin(8, pause({ status: 503 }, 3, 5)));
  });

  it('says when, unless that is too late for a reader', () => {
    assert.ok(isWithin(7, pause({ status: 429, after: '7' }, 0)));
    assert.equal(pause({ status: 429, after: '60' }, 0), undefined);
    assert.ok(isWithin(1, pause({ status: 429, after: 'Fri, 27 Nov 2026 12:00:00 GMT' }, 0)));
  });

  it('is not asked again for what will not change', () => {
    for (const error of [{ status: 404 }, { status: 500 }, { name: 'TimeoutError' }, { name: 'TypeError' }]) {
      assert.equal(pause(error, 0), undefined);
    }
  });
});
