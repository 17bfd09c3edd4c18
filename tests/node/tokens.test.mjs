// Tokens: a string, or a function that fetches one; and that no token is ever shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { TOKEN, errorOf, json, program, service, until } from './support.mjs';

const it = service();
const RECORD = { data: { pool_id: 'p1' } };
const sent = () => it.asked.map(({ headers }) => headers.authorization);

/** A function that gives these tokens in turn, and how often it was called. */
function provider(...tokens) {
  const ask = async (...given) => {
    assert.deepEqual(given, []);
    ask.calls += 1;
    ask.under += 1;
    await new Promise((resolve) => setTimeout(resolve, 10));
    ask.under -= 1;
    const token = tokens[Math.min(ask.calls, tokens.length) - 1];
    if (token instanceof Error) throw token;
    return token;
  };
  return Object.assign(ask, { calls: 0, under: 0 });
}

/** Takes these tokens and no others. */
function taking(...tokens) {
  const good = tokens.map((token) => `Bearer ${token}`);
  it.answer = ({ headers }, response) =>
    good.includes(headers.authorization)
      ? json(response, 200, RECORD)
      : json(response, 401, { message: `Unauthenticated: ${headers.authorization}` });
}

test('a function is asked once, with the first call', async () => {
  taking('t1');
  const token = provider('t1', 't2');
  const one = it.client({ token });
  assert.equal(token.calls, 0);
  const ids = ['a', 'b', 'c', 'd'];
  await Promise.all(ids.map((id) => one.getProduct(id)));
  await one.getProduct('e');
  assert.equal(token.calls, 1);
  assert.deepEqual(sent(), Array(5).fill('Bearer t1'));
});

test('a rejected token is fetched again, once for all waiting calls', async () => {
  const token = provider('t1', 't2', 't3');
  const one = it.client({ token });
  taking('t1');
  await one.getProduct('a');
  taking('t2');
  it.asked = [];
  const ids = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
  await Promise.all(ids.map((id) => one.getProduct(id)));
  assert.equal(token.calls, 2);
  assert.equal(sent().filter((value) => value === 'Bearer t2').length, 8);
  // Each call was refused once at most.
  assert.ok(sent().filter((value) => value === 'Bearer t1').length <= 8);
  it.asked = [];
  await one.getProduct('j');
  assert.deepEqual(sent(), ['Bearer t2']);
});

test('a rejected string is not retried, and the error names a missing token', async () => {
  taking('other');
  const fixed = await errorOf(() => it.client().getProduct('p1'), 'unauthenticated');
  assert.match(fixed.message, /does not accept the token/);
  const without = await errorOf(() => it.client({ token: undefined }).getProduct('p1'), 'unauthenticated');
  assert.match(without.message, /requires a token/);
  assert.equal(it.asked.length, 2);
});

test('a function that fails is "unauthenticated", and asked again by the next call', async () => {
  taking('t2');
  const token = provider(new Error('the vault is closed'), 't2');
  const one = it.client({ token });
  const error = await errorOf(() => one.getProduct('p1'), 'unauthenticated');
  assert.match(error.message, /the token could not be fetched: .*the vault is closed/);
  assert.equal(error.status, undefined);
  assert.equal(it.asked.length, 0);
  assert.equal((await one.getProduct('p1')).pool_id, 'p1');
  for (const token of [
    () => {
      throw new Error('no');
    },
    () => Promise.reject(undefined),
    () => undefined,
    () => null,
    () => 7,
    () => ({}),
  ]) {
    await errorOf(() => it.client({ token }).getProduct('p1'), 'unauthenticated');
  }
  for (const token of ['', 'a\nb', 'tökén', ' t', 'Bearer t1']) {
    const error = await errorOf(() => it.client({ token: () => token }).getProduct('p1'), 'unauthenticated');
    assert.match(error.message, token ? /without a space: Bearer is added$/ : /token is empty/);
  }
});

test('a failure to renew the token rejects the call', async () => {
  taking('t1');
  const one = it.client({ token: provider('t1', new Error('revoked')) });
  await one.getProduct('p1');
  taking('t2');
  const error = await errorOf(() => one.getProduct('p1'), 'unauthenticated');
  assert.match(error.message, /revoked/);
});

test('who waits for a token can give up, and the others get theirs', async () => {
  taking('t1');
  const token = provider('t1');
  const one = it.client({ token });
  const controller = new AbortController();
  const first = errorOf(() => one.getProduct('a', { signal: controller.signal }), 'aborted');
  const second = one.getProduct('b');
  await until(() => token.under === 1);
  controller.abort();
  await first;
  assert.equal((await second).pool_id, 'p1');
  const never = it.client({ token: () => new Promise(() => {}), totalTimeoutMs: 50 });
  await errorOf(() => never.getProduct('p1'), 'timeout');
});

test('lists, feeds and indexes use the function too', async () => {
  const token = provider('t1', 't2');
  it.answer = ({ headers }, response) =>
    headers.authorization === 'Bearer t2'
      ? json(response, 200, { data: [{ pool_id: 'a', version: '1', status: 'published' }] })
      : json(response, 401, {});
  const one = it.client({ token });
  const lists = [one.listProducts().toArray(), one.listImages('p1').toArray(), one.listBrands(1).toArray()];
  for (const items of await Promise.all(lists)) assert.equal(items.length, 1);
  for await (const { pool_id } of one.changes()) assert.equal(pool_id, 'a');
  await one.buildGtinIndex();
  // Each of the two modules of WebAssembly asks for itself.
  assert.ok(token.calls <= 3, String(token.calls));
});

test('no token shows, whatever repeats it', async () => {
  const echo = [TOKEN, `Bearer ${TOKEN}`, `${TOKEN}${TOKEN}`, `x${TOKEN}y`].join(' ');
  const answers = [400, 401, 404, 429, 500].flatMap((status) => [
    (_, response) => json(response, status, { message: echo }),
    (_, response) => json(response, status, { errors: [{ status: echo, code: echo, title: echo, detail: echo }] }),
    (_, response) => json(response, status, echo, { 'content-type': `text/${TOKEN}` }),
    (_, response) => json(response, 200, echo, { 'content-type': `text/${TOKEN}` }),
  ]);
  for (const token of [TOKEN, async () => TOKEN]) {
    for (const answer of answers) {
      it.answer = answer;
      const one = it.client({ token });
      const error = await one.getProduct('p1').then(assert.fail, (reason) => reason);
      const shown = `${inspect(error, { depth: 9, showHidden: true })} ${error.stack} ${JSON.stringify(error)}`;
      assert.ok(!shown.includes(TOKEN), shown);
    }
    const fetch = () => Promise.reject(new Error(echo));
    const error = await errorOf(() => it.client({ token, fetch }).getProduct('p1'), 'network');
    assert.ok(!inspect(error, { depth: 9 }).includes(TOKEN));
  }
});

test('a program prints no token', async () => {
  it.answer = (request, response) => json(response, request.url.endsWith('/ok') ? 200 : 401, RECORD);
  const { stdout, stderr } = await program(
    `
    for (const token of ['${TOKEN}', async () => '${TOKEN}']) {
      const one = new pool.PoolClient({ baseUrl: BASE, token });
      console.log(one, JSON.stringify(one), one.getProduct('ok'), await one.getProduct('ok').withResponse());
      console.dir(one, { showHidden: true, depth: 9 });
      console.log(one.changes(), one.listProducts().catch(() => {}));
      await one.getProduct('no').catch(console.error);
    }
    `,
    { base: it.base },
  );
  assert.ok(stdout.includes('PoolClient') && stderr.includes('unauthenticated'));
  assert.ok(!(stdout + stderr).includes(TOKEN), stdout + stderr);
});
