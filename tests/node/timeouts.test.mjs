// Calls that time out or are cancelled: whenever that happens, nothing is left running.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GTIN, chance, errorOf, json, program, service, until } from './support.mjs';

const it = service();
const RECORD = { data: { pool_id: 'p1' } };
const half = (_, response) => {
  response.writeHead(200);
  response.write('{"data":');
};

test('the time of an attempt is up while headers, or the body, are awaited', async () => {
  for (const answer of [() => {}, half]) {
    it.answer = answer;
    for (const call of [
      () => it.client({ timeoutMs: 80 }).getProduct('p1'),
      () => it.client().getProduct('p1', { timeoutMs: 80 }),
      () => it.client({ timeoutMs: 60_000 }).listProducts({ timeoutMs: 79.5 }),
    ]) {
      const error = await errorOf(call, 'timeout');
      assert.match(error.message, /within 80 ms/);
      assert.equal(error.attempts, 1);
      assert.equal(error.status, undefined);
    }
  }
  await until(() => it.under === 0);
});

test('the time of a call has all attempts and waits in it', async (t) => {
  chance(t, 0);
  // While an attempt runs.
  it.answer = () => {};
  const one = it.client({ maxRetries: 9, timeoutMs: 40, totalTimeoutMs: 300 });
  const error = await errorOf(() => one.getProduct('p1'), 'timeout');
  assert.match(error.message, /within 300 ms/);
  assert.ok(it.asked.length > 1, 'several attempts were made');
  assert.equal(error.url, `${it.base}/v2/products/p1`);
  // Each call below has a product of its own: a request of the call above, cancelled on its
  // way, may reach the server only now.
  const askedFor = (...ids) => it.urls().filter((url) => ids.includes(url.split('/').at(-1)));
  // While it waits for the next. Its attempts have time enough for a slow machine to answer.
  it.answer = (_, response) => json(response, 503, {}, { 'retry-after': '50' });
  const patient = it.client({ maxRetries: 9, totalTimeoutMs: 300 });
  await errorOf(() => patient.getProduct('p2'), 'timeout');
  assert.equal(askedFor('p2').length, 1);
  // While it waits in line.
  it.answer = () => {};
  const narrow = it.client({ concurrency: 1, totalTimeoutMs: 100 });
  const first = errorOf(() => narrow.getProduct('p3'), 'timeout');
  const second = errorOf(() => narrow.getProduct('p4', { totalTimeoutMs: 50 }), 'timeout');
  await Promise.all([first, second]);
  assert.deepEqual(askedFor('p3', 'p4'), ['/v2/products/p3']);
  await until(() => it.under === 0);
});

test('Infinity turns a time-out off, and no time is too long', async () => {
  it.answer = (_, response) => json(response, 200, RECORD);
  for (const time of [Infinity, 2 ** 31, 1e300, Number.MAX_VALUE]) {
    const one = it.client({ timeoutMs: time, totalTimeoutMs: time });
    assert.equal((await one.getProduct('p1')).pool_id, 'p1');
    assert.equal((await one.getProduct('p1', { timeoutMs: 9e9, totalTimeoutMs: time })).pool_id, 'p1');
  }
});

test('a fetch function that ignores its signal does not delay the call', async () => {
  const deaf = (options) => it.client({ fetch: () => new Promise(() => {}), ...options });
  await errorOf(() => deaf({ timeoutMs: 50 }).getProduct('p1'), 'timeout');
  await errorOf(() => deaf({ totalTimeoutMs: 50 }).getProduct('p1'), 'timeout');
  const signal = AbortSignal.timeout(50);
  const error = await errorOf(() => deaf().getProduct('p1', { signal }), 'aborted');
  assert.equal(error.cause.name, 'TimeoutError');
});

/** Every moment at which a call can be given up, and how to know it is there. */
const MOMENTS = {
  before: [() => {}, () => true],
  'while the headers are awaited': [() => {}, () => it.asked.length === 1],
  'while the body is awaited': [half, () => it.asked.length === 1 && it.written],
  'between two attempts': [
    (_, response) => json(response, 503, {}, { 'retry-after': '50' }),
    () => it.asked.length === 1 && it.under === 0,
  ],
};

for (const [moment, [answer, reached]] of Object.entries(MOMENTS)) {
  test(`a call is given up ${moment}`, async () => {
    for (const reason of [undefined, null, 'a text that is no Error', new Error('enough')]) {
      for (const call of [
        (one, signal) => one.getProduct('p1', { signal }),
        (one, signal) => one.getProductByGtin(GTIN, { signal }),
        (one, signal) => one.listProducts({ signal }).toArray(),
        (one, signal) => one.findByGtin(GTIN, { signal }),
        (one, signal) => one.buildGtinIndex({ signal }),
        (one, signal) => one.changes({ signal })[Symbol.asyncIterator]().next(),
      ]) {
        it.asked = [];
        it.written = false;
        it.answer = (request, response) => {
          answer(request, response);
          it.written = true;
        };
        const controller = new AbortController();
        if (moment === 'before') controller.abort(reason);
        const call_ = call(it.client({ maxRetries: 2 }), controller.signal);
        const failed = errorOf(() => call_, 'aborted');
        await until(reached);
        controller.abort(reason);
        const error = await failed;
        assert.equal(error.cause, controller.signal.reason);
        await until(() => it.under === 0);
        assert.equal(it.asked.length, moment === 'before' ? 0 : 1);
      }
    }
  });
}

test('a call is given up while it waits in line', async () => {
  const answers = [];
  it.answer = (_, response) => answers.push(response);
  const one = it.client({ concurrency: 1 });
  const first = one.getProduct('p1');
  await until(() => answers.length === 1);
  const controller = new AbortController();
  const second = errorOf(() => one.getProduct('p2', { signal: controller.signal }), 'aborted');
  const third = one.getProduct('p3');
  controller.abort();
  await second;
  json(answers[0], 200, RECORD);
  await first;
  await until(() => answers.length === 2);
  json(answers[1], 200, RECORD);
  await third;
  assert.deepEqual(it.urls(), ['/v2/products/p1', '/v2/products/p3']);
});

test('a signal after the answer changes nothing', async () => {
  it.answer = (_, response) => json(response, 200, RECORD);
  const controller = new AbortController();
  let signal;
  const fetch = (url, init) => {
    ({ signal } = init);
    return globalThis.fetch(url, init);
  };
  const call = it.client({ fetch }).getProduct('p1', { signal: controller.signal });
  await call;
  controller.abort();
  assert.equal((await call).pool_id, 'p1');
  assert.equal(signal.aborted, false);
});

test('a signal used for many calls gathers no listeners', async () => {
  it.answer = (_, response) => json(response, 200, { ...RECORD, data: [] });
  const { signal } = new AbortController();
  let listening = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...given) => {
    listening += 1;
    add(...given);
  };
  signal.removeEventListener = (...given) => {
    listening -= 1;
    remove(...given);
  };
  let most = 0;
  const fetch = (...given) => {
    most = Math.max(most, listening);
    return globalThis.fetch(...given);
  };
  const one = it.client({ fetch });
  for (let index = 0; index < 5; index += 1) {
    await one.listBrands(1, { signal });
    await one.listProducts({ signal }).toArray();
    await errorOf(() => one.getProduct('p1', { signal }), 'invalid_response');
  }
  assert.equal(most, 1);
  assert.equal(listening, 0);
});

test('a call that has ended leaves no clock running', async () => {
  const clocks = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  const before = clocks();
  let during;
  const fetch = async () => {
    await new Promise(setImmediate);
    during = clocks();
    return new Response('{"data":{"pool_id":"p1"}}');
  };
  await it.client({ fetch }).getProduct('p1');
  assert.equal(during, before + 2, 'the attempt has one and the call has one');
  assert.equal(clocks(), before);
});

/** What a program may do last: it ends by itself only if no socket and no timer is left of it. */
const ENDS = {
  'an answer': "await one.getProduct('ok');",
  'a failure': "await one.getProduct('refused').catch(() => {});",
  'many calls at once': 'await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((id) => one.getProduct(`ok${id}`)));',
  'an abort while headers are awaited': "await given(one.getProduct('silent', { signal }));",
  'an abort while the body is awaited': "await given(one.getProduct('half', { signal }));",
  'an abort between attempts': "await given(one.getProduct('busy', { signal }));",
  'an attempt that takes too long': "await one.getProduct('silent', { timeoutMs: 50, maxRetries: 0 }).catch(() => {});",
  'a call that takes too long': "await one.getProduct('busy', { totalTimeoutMs: 200 }).catch(() => {});",
  'a loop that is left': 'for await (const item of one.listProducts()) break;',
  'a loop that is given up': `
    const loop = async () => { for await (const item of one.listProducts({ signal })); };
    await given(loop());`,
  'a feed that is left': 'for await (const item of one.changes()) break;',
  'a look-up': `await one.findByGtin('${GTIN}').catch(() => {});`,
};

// One program: starting it costs more than all that it does.
test('a program ends by itself, whatever it has done', async () => {
  it.answer = (request, response) => {
    const what = request.url.split('/').at(-1);
    if (what.startsWith('ok')) json(response, 200, RECORD);
    else if (what === 'half') half(request, response);
    else if (what === 'busy') json(response, 503, {}, { 'retry-after': '50' });
    else if (what.startsWith('products?cursor')) half(request, response);
    else if (what.startsWith('products')) json(response, 200, { next: 'c', data: [{ pool_id: 'a' }] });
    else if (what !== 'silent') json(response, 404, {});
  };
  const parts = Object.entries(ENDS).map(
    ([what, text]) => `
    await (async () => {
      const one = new pool.PoolClient({ baseUrl: BASE });
      const controller = new AbortController();
      const { signal } = controller;
      const given = async (call) => {
        setTimeout(() => controller.abort(), 200);
        const code = await call.then(() => 'none', ({ code }) => code);
        if (code !== 'aborted') throw new Error(code);
      };
      ${text}
      const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
      console.log(${JSON.stringify(what)} + ': ' + timers);
    })();`,
  );
  const { stdout } = await program(parts.join(''), { base: it.base });
  const told = Object.keys(ENDS).map((what) => `${what}: 0`);
  assert.deepEqual(stdout.trim().split('\n'), told, 'no timer is left');
});
