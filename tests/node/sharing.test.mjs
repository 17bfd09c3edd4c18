// What the calls of one client share: the limit of concurrent requests, and identical
// requests in progress.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorOf, json, service, until } from './support.mjs';

const it = service();
const RECORD = { data: { pool_id: 'p1' } };

/** Keeps every answer back until the test gives it. */
function held() {
  const answers = [];
  it.answer = (_, response) => answers.push(response);
  return answers;
}

test('every operation waits in the same line, and failures make way', async () => {
  let answered = 0;
  it.answer = (_, response) => {
    answered += 1;
    const status = [200, 404, 402][answered % 3];
    setTimeout(() => json(response, status, { data: [] }), 2);
  };
  const one = it.client({ concurrency: 2 });
  const calls = [];
  for (let index = 0; index < 10; index += 1) {
    calls.push(one.listImages(`i${index}`), one.getFeatureImage(`f${index}`), one.listBrands(index));
    calls.push(one.getManufacturer(index), one.get(`/v2/x${index}`));
  }
  await Promise.allSettled(calls);
  assert.equal(it.asked.length, 50);
  assert.ok(it.most <= 2, `${it.most} at once`);
});

test('identical concurrent calls share one request', async () => {
  const answers = held();
  const one = it.client();
  const calls = Array.from({ length: 10 }, () => one.getProduct('p1'));
  calls.push(one.getProduct('p2'), one.getProduct('p1', { version: '1' }));
  await until(() => answers.length === 3);
  await sleep(10);
  answers.forEach((answer) => json(answer, 200, RECORD));
  const products = await Promise.all(calls);
  assert.deepEqual(it.urls().toSorted(), ['/v2/products/p1', '/v2/products/p1?version=1', '/v2/products/p2']);
  // Each has a record of its own, to change as it likes.
  assert.equal(new Set(products).size, products.length);
  // Afterwards it is asked for anew: nothing is kept.
  const again = one.getProduct('p1');
  await until(() => answers.length === 4);
  json(answers[3], 200, { data: { pool_id: 'new' } });
  assert.equal((await again).pool_id, 'new');
});

test('a failure is shared as well, and so are attempts', async () => {
  it.answer = (_, response) => setTimeout(() => json(response, 503, {}, { 'retry-after': '0' }), 20);
  const one = it.client({ maxRetries: 2 });
  const calls = Array.from({ length: 5 }, () => errorOf(() => one.getProduct('p1'), 'http'));
  const errors = await Promise.all(calls);
  assert.equal(it.asked.length, 3);
  assert.deepEqual(
    errors.map(({ attempts }) => attempts),
    [3, 3, 3, 3, 3],
  );
  assert.equal(new Set(errors).size, 5);
});

test('calls with another retry policy are not shared', async () => {
  const answers = held();
  const one = it.client();
  const calls = [
    one.getProduct('p1'),
    one.getProduct('p1', { timeoutMs: 5000 }),
    one.getProduct('p1', { maxRetries: 1 }),
    // How long all may take together is each caller's own affair.
    one.getProduct('p1', { totalTimeoutMs: 5000 }),
    one.getProduct('p1', { signal: new AbortController().signal }),
  ];
  await until(() => answers.length === 3);
  await sleep(10);
  assert.equal(answers.length, 3);
  answers.forEach((answer) => json(answer, 200, RECORD));
  await Promise.all(calls);
});

test('a call that is cancelled does not affect the others', async () => {
  for (const leaver of [0, 1, 2]) {
    const answers = held();
    it.asked = [];
    const one = it.client();
    const controllers = [0, 1, 2].map(() => new AbortController());
    const calls = controllers.map(({ signal }) => one.getProduct('p1', { signal }));
    const left = errorOf(() => calls[leaver], 'aborted');
    await until(() => answers.length === 1);
    controllers[leaver].abort();
    await left;
    // Who gave up may have been the one who asked; then another one does.
    await until(() => it.under === 1 && answers.length === (leaver === 0 ? 2 : 1));
    json(answers.at(-1), 200, RECORD);
    const others = calls.filter((_, index) => index !== leaver);
    for (const { pool_id } of await Promise.all(others)) assert.equal(pool_id, 'p1');
    assert.equal(it.asked.length, leaver === 0 ? 2 : 1);
  }
});

test('when all give up nothing is left running', async () => {
  held();
  const one = it.client();
  const controller = new AbortController();
  const { signal } = controller;
  const calls = [1, 2, 3].map(() => errorOf(() => one.getProduct('p1', { signal }), 'aborted'));
  await until(() => it.asked.length === 1);
  controller.abort();
  await Promise.all(calls);
  await until(() => it.under === 0);
  await sleep(10);
  assert.equal(it.asked.length, 1);
});

test('one whose time is up does the others no harm', async () => {
  for (const leads of [true, false]) {
    const answers = held();
    const one = it.client();
    const ask = [() => one.getProduct('p1', { totalTimeoutMs: 50 }), () => one.getProduct('p1')];
    const calls = leads
      ? ask.map((call) => call())
      : ask
          .reverse()
          .map((call) => call())
          .reverse();
    await errorOf(() => calls[0], 'timeout');
    await until(() => it.under === 1 && answers.length === (leads ? 2 : 1));
    json(answers.at(-1), 200, RECORD);
    assert.equal((await calls[1]).pool_id, 'p1');
  }
});
