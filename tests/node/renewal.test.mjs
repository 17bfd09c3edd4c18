// When what a page shows is requested again: the schedule alone, with a clock that the tests set.

import assert from 'node:assert/strict';
import { beforeEach, describe, it, mock } from 'node:test';

/** Listeners of the page, by event. */
const listeners = {};
const listen = (name, listener) => (listeners[name] = listener);
globalThis.document = { visibilityState: 'visible', addEventListener: listen };
globalThis.addEventListener = listen;

const { renew } = await import('../../pkg/dist/src/card/renewal.js');
const { ageOf, stopwatch } = await import('../../pkg/dist/src/shared/age.js');
const { received, withPage } = await import('../../pkg/dist/src/shared/received.js');

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** An answer that has just arrived. */
const answered = (headers = { 'cache-control': 'max-age=300' }, isChecked = true) =>
  received(new Headers(headers), isChecked);

/** A member whose requests are counted; `answer` gives what they bring. */
function member({ key = ['a'], isNear = () => true, answer = () => answered() } = {}) {
  const one = { key, asked: 0, since: undefined };
  one.watch = (near) => {
    let waiting;
    const look = () => {
      if (isNear()) near();
      else waiting = setTimeout(look, 50);
    };
    waiting = setTimeout(look, 10);
    return () => clearTimeout(waiting);
  };
  one.ask = async () => {
    one.asked += 1;
    return answer(one.asked);
  };
  one.show = (since) => (one.since = since && Date.parse(since));
  return one;
}

/** Lets time pass, in steps, between which promises settle. */
async function pass(time, step = 100) {
  for (let passed = 0; passed < time; passed += step) {
    mock.timers.tick(step);
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }
}

function turn(visibilityState) {
  document.visibilityState = visibilityState;
  listeners.visibilitychange();
}

describe('how long an answer holds', () => {
  const NOON = Date.parse('2026-11-27T12:00:00Z');
  const left = (headers, isChecked = true, late = 0) =>
    ageOf({ headers: headers && new Headers(headers), isChecked, at: NOON + late }).left / SECOND;

  it('is what it says, less its age', () => {
    for (const [control, age, seconds] of [
      ['public, max-age=60, stale-while-revalidate=720', '', 60],
      ['max-age=60', '20', 40],
      ['max-age=60', '90', 0],
      ['MAX-AGE="60"', 'never', 60],
      ['x-max-age=10, max-age=60', '', 60],
      ['max-age=1', '', 5],
      ['max-age=0, must-revalidate', '', 0],
      ['max-age=0, s-maxage=300', '', 0],
      // As long as a browser keeps it, where shared caches keep it for longer.
      ['max-age=60, s-maxage=300', '200', 60],
      ['max-age=60, s-maxage=300', '280', 20],
      ['max-age=60, s-maxage=300', '301', 0],
      // It does not say so.
      ['', '', 300],
      ['private, no-cache', '', 300],
      ['max-age=soon', '', 300],
    ]) {
      assert.equal(left({ 'cache-control': control, age }), seconds, `${control} ${age}`);
    }
    assert.equal(left(undefined, false), 300);
  });

  it('counts what the browser kept by the date, until it was checked', () => {
    const headers = { 'cache-control': 'max-age=300', date: new Date(NOON).toUTCString() };
    assert.equal(left(headers, false, 40 * SECOND), 260);
    assert.equal(left(headers, false, HOUR), 0);
    assert.equal(left(headers, true, HOUR), 300);
    // A clock that is behind.
    assert.equal(left(headers, false, -HOUR), 300);
    assert.equal(left({ ...headers, date: 'yesterday' }, false, HOUR), 300);
    // A shared cache kept it for 80 seconds, and the browser for 20.
    const shared = { ...headers, 'cache-control': 'max-age=60, s-maxage=300', age: '80' };
    assert.equal(left(shared, false, 100 * SECOND), 40);
    assert.equal(left(shared, false, 200 * SECOND), 0);
  });

  it('is what its server says, from when that had it, if it came with a page', () => {
    /** What a server says of a product that it had so many seconds before the page was opened. */
    const said = (age, control = 'max-age=300') =>
      JSON.stringify([new Date(performance.timeOrigin - age * SECOND).toISOString(), control]);
    for (const [text, seconds] of [
      [undefined, 300],
      [said(0, 'max-age=0'), 0],
      [said(200), 100],
      [said(3600), 0],
      // A clock that is behind.
      [said(-60), 300],
      // What kept the page is a shared cache.
      [said(200, 'max-age=10, s-maxage=300'), 10],
      [said(400, 'max-age=10, s-maxage=300'), 0],
    ]) {
      assert.equal(Math.round(ageOf(withPage(text)).left / SECOND), seconds, text);
    }
  });
});

describe('an answer that a page shows', () => {
  const ends = [];
  const show = (one, answer = answered()) => {
    const end = renew(one, answer);
    ends.push(end);
    return end;
  };

  beforeEach(() => {
    for (const end of ends.splice(0)) end();
    mock.timers.reset();
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-11-27T12:00:00Z') });
    document.visibilityState = 'visible';
  });

  it('is requested again once it holds no more, and is never old meanwhile', async () => {
    const one = member();
    show(one);
    await pass(300 * SECOND - 100);
    assert.equal(one.asked, 0);
    await pass(6 * SECOND);
    assert.equal(one.asked, 1);
    await pass(HOUR);
    // Every five minutes, and up to five seconds later.
    assert.ok(one.asked >= 12 && one.asked <= 13, `${one.asked}`);
    assert.equal(one.since, undefined);
  });

  it('is not requested at the same time in all pages', async () => {
    mock.method(Math, 'random', () => 0.9);
    const one = member();
    show(one);
    mock.restoreAll();
    await pass(304 * SECOND);
    assert.equal(one.asked, 0);
    await pass(SECOND);
    assert.equal(one.asked, 1);
  });

  /** An answer made so many milliseconds ago, as a service dates it, with more headers. */
  const dated = (age, headers) =>
    answered({ 'cache-control': 'max-age=300', date: new Date(Date.now() - age).toUTCString(), ...headers });

  it('is requested twice where a cache answers once more with what it has', async () => {
    let stored = Date.now();
    const cache = member({
      answer: (count) => answered({ 'cache-control': 'max-age=300', age: count % 2 ? '301' : '0' }),
    });
    // It fetches another meanwhile.
    const worker = member({
      key: ['b'],
      answer() {
        const answer = dated(Date.now() - stored);
        stored = Date.now();
        return answer;
      },
    });
    show(cache);
    show(worker, dated(0));
    await pass(6 * MINUTE);
    assert.deepEqual([cache.asked, cache.since], [2, undefined]);
    assert.deepEqual([worker.asked, worker.since], [2, undefined]);
  });

  it('is no newer where a service worker gives it again from its store', async () => {
    const begin = Date.now();
    let worker = (since) => dated(Date.now() - since);
    const [one, other] = [member({ answer: () => worker(begin) }), member({ key: ['b'], answer: () => worker(begin) })];
    show(one, dated(0));
    // It was in the store when the page was opened, and the browser did not check it.
    show(other, { ...dated(0), isChecked: false, at: begin + 20 * MINUTE });
    await pass(320 * SECOND);
    assert.deepEqual([one.since, other.since], [begin, begin]);
    await pass(HOUR, 500);
    assert.deepEqual([one.since, other.since], [begin, begin]);
    assert.ok(one.asked <= 32, `${one.asked}`);
    // What was in the store of another moment is older still.
    worker = () => dated(Date.now() - begin + HOUR);
    await pass(10 * MINUTE, 500);
    assert.equal(one.since, begin);
    worker = () => dated(0);
    await pass(5 * MINUTE, 500);
    assert.deepEqual([one.since, other.since], [undefined, undefined]);
  });

  it('is requested soon after a computer slept', async () => {
    let slept = 0;
    const one = member({ answer: () => dated(-slept) });
    show(one, dated(0));
    await pass(MINUTE);
    slept = HOUR;
    mock.timers.setTime(Date.now() + HOUR);
    await pass(20 * SECOND);
    assert.deepEqual([one.asked, one.since], [1, undefined]);
  });

  it('holds on where a shared cache keeps it for as long as it may, and says how long', async () => {
    const headers = { 'cache-control': 'max-age=300, s-maxage=3600' };
    const begin = Date.now();
    const kept = () => dated(Date.now() - begin, { ...headers, age: `${Math.floor((Date.now() - begin) / SECOND)}` });
    const one = member({ answer: kept });
    show(one, kept());
    await pass(HOUR - SECOND);
    assert.equal(one.since, undefined);
    assert.ok(one.asked >= 10 && one.asked <= 12, `${one.asked}`);
    await pass(MINUTE);
    assert.equal(one.since, begin);
  });

  it('is as new as it says where a proxy drops its date', async () => {
    const one = member({ answer: () => answered() });
    show(one, dated(0));
    const other = member({ key: ['b'], answer: (count) => (count % 2 ? answered() : dated(0)) });
    show(other, answered());
    await pass(HOUR);
    assert.deepEqual([one.since, other.since], [undefined, undefined]);
    assert.ok(one.asked <= 13 && other.asked <= 13, `${one.asked} ${other.asked}`);
  });

  it('is one request for all who share it', async () => {
    const [one, other, third] = [member(), member(), member({ key: ['b'] })];
    show(one);
    await pass(2 * MINUTE);
    show(other);
    show(third);
    await pass(4 * MINUTE);
    // In the same moment, so that both share a request.
    assert.deepEqual([one.asked, other.asked, third.asked], [1, 1, 0]);
  });

  it('is old when no other has come in time, from when it is', async () => {
    const one = member({ answer: () => new Promise(() => {}) });
    show(one, answered({ 'cache-control': 'max-age=300', age: '60' }));
    const from = Date.now() - MINUTE;
    await pass(240 * SECOND);
    assert.equal(one.since, undefined);
    await pass(10 * SECOND + 100);
    assert.equal(one.asked, 1);
    assert.equal(one.since, from);
  });

  it('is old as soon as a request fails, until one succeeds', async () => {
    let fails = true;
    const one = member({
      answer: () => {
        if (fails) throw new Error('offline');
        return answered();
      },
    });
    show(one);
    const from = Date.now();
    await pass(305 * SECOND + 200);
    assert.equal(one.since, from);
    fails = false;
    await pass(10 * SECOND);
    assert.equal(one.since, undefined);
  });

  it('is asked for less and less often while that fails', async () => {
    const one = member({
      answer: () => {
        throw new Error('offline');
      },
    });
    show(one);
    await pass(5 * MINUTE + HOUR, 500);
    assert.ok(one.asked >= 18 && one.asked <= 32, `${one.asked}`);
    const before = one.asked;
    await pass(HOUR, 500);
    assert.ok(one.asked - before <= 24, `${one.asked - before}`);
  });

  it('is not requested while the page is hidden, and is old and requested at once afterwards', async () => {
    const one = member({ answer: () => new Promise(() => {}) });
    show(one);
    turn('hidden');
    await pass(MINUTE);
    turn('visible');
    await pass(MINUTE);
    assert.deepEqual([one.asked, one.since], [0, undefined]);
    turn('hidden');
    await pass(2 * HOUR, 1000);
    assert.equal(one.asked, 0);
    turn('visible');
    assert.ok(one.since);
    await pass(100);
    assert.equal(one.asked, 1);
  });

  it('is old at once when the page comes back a moment after it held, also from the cache', async () => {
    for (const back of [() => turn('visible'), () => listeners.pageshow({ persisted: true })]) {
      const one = member({ key: [back], answer: () => new Promise(() => {}) });
      const answer = answered();
      show(one, answer);
      // As in the back/forward cache, no timer runs.
      mock.timers.setTime(Date.now() + 301 * SECOND);
      back();
      assert.equal(one.since, answer.at);
      await pass(100);
      assert.equal(one.asked, 1);
    }
  });

  it('is requested only near the viewport, but is old everywhere', async () => {
    let isNear = false;
    const one = member({ isNear: () => isNear });
    show(one);
    await pass(HOUR, 1000);
    assert.equal(one.asked, 0);
    assert.ok(one.since);
    isNear = true;
    await pass(200);
    assert.equal(one.asked, 1);
    assert.equal(one.since, undefined);
  });

  it('is requested at once if it held no more when it came, and is old a second later', async () => {
    const old = (age) => answered({ 'cache-control': 'max-age=300', age });
    const [one, other, third] = ['a', 'b', 'c'].map((key) =>
      member({ key: [key], answer: () => (key === 'a' ? answered() : new Promise(() => {})) }),
    );
    const since = Date.now() - 20 * MINUTE;
    show(one, old('1200'));
    show(other, old('1200'));
    // Older than time.
    show(third, old('9'.repeat(20)));
    await pass(100);
    assert.deepEqual([one.asked, other.asked, other.since], [1, 1, undefined]);
    await pass(SECOND);
    assert.deepEqual([one.since, other.since, third.since], [undefined, since, 0]);
  });

  it('is old at once where it says that it does not hold, and is asked for less and less often', async () => {
    const answer = () => answered({ 'cache-control': 'public, max-age=0' });
    const one = member({ answer });
    show(one, answer());
    await pass(2 * SECOND);
    assert.ok(one.since);
    await pass(HOUR, 500);
    assert.ok(one.since);
    assert.ok(one.asked >= 18 && one.asked <= 34, `${one.asked}`);
  });

  it('does not become young again by an answer that is as old', async () => {
    const one = member({ answer: () => answered({ 'cache-control': 'max-age=300', age: '4000' }) });
    show(one, answered({ 'cache-control': 'max-age=300', age: '1200' }));
    await pass(11 * SECOND);
    assert.ok(one.since);
    for (let step = 0; step < 600; step += 1) {
      await pass(SECOND, 500);
      assert.ok(one.since, `after ${step} s`);
    }
    assert.ok(one.asked <= 12, `${one.asked}`);
  });

  it('is old if the clock was set back', async () => {
    const one = member({ answer: () => new Promise(() => {}) });
    show(one, { ...answered(), at: Date.now() + HOUR });
    await pass(100);
    assert.ok(one.since);
    assert.equal(one.asked, 1);
  });

  it('is old in a view that comes later as well, which asks at once', async () => {
    const [one, other] = [0, 1].map(() => member({ answer: () => Promise.reject(new Error('down')) }));
    show(one);
    await pass(HOUR, 500);
    assert.ok(one.since);
    const before = one.asked;
    show(other);
    assert.equal(other.since, one.since);
    await pass(500);
    assert.equal(one.asked, before + 1);
    one.ask = other.ask = async () => answered();
    await pass(5 * MINUTE, 500);
    assert.deepEqual([one.since, other.since], [undefined, undefined]);
  });

  it('holds no longer than the first of the answers of those that share it', async () => {
    const [one, other] = [0, 1].map(() => member({ answer: () => new Promise(() => {}) }));
    show(one);
    await pass(MINUTE);
    const from = Date.now() - 30 * MINUTE;
    show(other, { ...answered(), at: from });
    assert.deepEqual([one.since, other.since], [from, from]);
    await pass(500);
    assert.deepEqual([one.asked, other.asked], [1, 1]);
    const [early, late] = [0, 1].map(() => member({ key: ['c'], answer: () => new Promise(() => {}) }));
    show(early);
    await pass(MINUTE);
    show(late, answered({ 'cache-control': 'max-age=300', age: '200' }));
    await pass(99 * SECOND);
    assert.deepEqual([early.asked, early.since], [0, undefined]);
    await pass(12 * SECOND);
    assert.equal(early.asked, 1);
    assert.ok(early.since && early.since === late.since);
  });

  it('is renewed although the view of another fails', async () => {
    const reported = [];
    globalThis.reportError = ({ message }) => reported.push(message);
    const one = member({ answer: () => Promise.reject(new Error('down')) });
    const fails = () => {
      throw new Error('at once');
    };
    show({ ...one, show: fails });
    show(one);
    await pass(6 * MINUTE);
    assert.ok(one.since);
    assert.ok(reported.includes('at once'), `${reported}`);
  });

  it('is left alone once no view shows it', async () => {
    const one = member();
    show(one)();
    await pass(HOUR, 1000);
    assert.deepEqual([one.asked, one.since], [0, undefined]);
  });

  it('is old once the first of those in its view is over', async () => {
    const long = { ...answered(), at: Date.now() - 4 * MINUTE };
    const one = member({ answer: () => new Promise(() => {}) });
    show(one, [answered({ 'cache-control': 'max-age=200' }), undefined, long]);
    await pass(MINUTE + 11 * SECOND);
    assert.equal(one.since, long.at);
    const given = member({ key: ['given'] });
    show(given, [undefined]);
    await pass(HOUR, 1000);
    assert.deepEqual([given.asked, given.since], [0, undefined]);
  });

  it('is old once one of those in its view comes from a store again', async () => {
    const begin = Date.now();
    const one = member({ answer: () => [dated(0), dated(Date.now() - begin)] });
    show(one, [dated(MINUTE), dated(0)]);
    await pass(320 * SECOND);
    assert.equal(one.since, begin);
  });
});

describe('a stopwatch', () => {
  it('counts the later of two clocks, and knows nothing after one was set back', async () => {
    mock.timers.reset();
    const now = Date.now();
    mock.timers.enable({ apis: ['Date'], now });
    const steady = performance.now();
    assert.ok(stopwatch(now - HOUR, steady)() >= HOUR, 'asleep');
    assert.ok(stopwatch(now + 30 * SECOND, steady - MINUTE)() >= MINUTE, 'corrected a little');
    assert.equal(stopwatch(now + HOUR, steady)(), Infinity);
    mock.timers.reset();
  });
});
