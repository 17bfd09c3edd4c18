// The files of the package may be gone: a page of one release is open while its server is upgraded.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { readFile } from 'node:fs/promises';
import { imported, release } from '../../pkg/dist/src/shared/import.js';
import { watchRelease } from '../../pkg/dist/src/shared/reload.js';

watchRelease();

const MODULE = 'https://gateway.example/assets/0123456789abcdef/src/card/later.js';

/** An import that fails, as Chromium and Firefox say it, or as Safari does. */
const failing = (address) => imported(() => Promise.reject(new TypeError(`it failed: ${address}`)));

describe('a file of the package that cannot be imported', () => {
  const { fetch } = globalThis;
  let answer;
  let asked;
  let changes;
  beforeEach(() => {
    asked = [];
    changes = [];
    release.changed = () => changes.push(release.isGone);
    globalThis.fetch = async (address, { method }) => {
      asked.push(`${method} ${address}`);
      return answer();
    };
  });
  afterEach(async () => {
    answer = () => new Response('', { headers: { 'content-type': 'text/javascript' } });
    await assert.rejects(failing(MODULE));
    assert.equal(release.isGone, false);
    release.file = undefined;
    globalThis.fetch = fetch;
  });

  for (const [what, given, isGone] of [
    ['is not there', () => new Response('', { status: 404 }), true],
    ['is there no more', () => new Response('', { status: 410 }), true],
    ['is the start page of its server', () => new Response('<p>', { headers: { 'content-type': 'text/html' } }), true],
    ['is there', () => new Response('', { headers: { 'content-type': 'text/javascript' } }), false],
    ['is behind a server that is down', () => new Response('', { status: 503 }), false],
    ['is behind a network that is down', () => Promise.reject(new TypeError('no network')), false],
  ]) {
    it(`means ${isGone ? 'that its release is gone' : 'nothing'} where it ${what}`, async () => {
      answer = given;
      await assert.rejects(failing(MODULE), /it failed/);
      assert.equal(release.isGone, isGone);
      assert.deepEqual(asked, [`HEAD ${MODULE}`]);
      // The elements are told once.
      await assert.rejects(failing(MODULE));
      assert.deepEqual(changes, isGone ? [true] : []);
    });
  }

  it('stays gone while the network is down', async () => {
    answer = () => new Response('', { status: 404 });
    await assert.rejects(failing(MODULE));
    answer = () => Promise.reject(new TypeError('no network'));
    await assert.rejects(failing(MODULE));
    assert.equal(release.isGone, true);
  });

  it('is one of its release where the engine does not say which', async () => {
    answer = () => new Response('', { status: 404 });
    await assert.rejects(failing('a module'));
    assert.deepEqual(asked, []);
    release.file = () => new URL('card_bg.wasm', MODULE);
    await assert.rejects(failing('a module'));
    assert.deepEqual(asked, ['HEAD https://gateway.example/assets/0123456789abcdef/src/card/card_bg.wasm']);
    assert.equal(release.isGone, true);
  });
});

it('is asked for in the words of the messages', async () => {
  const made = [];
  globalThis.document = {
    createElement: (name) => {
      const node = { name, setAttribute() {}, addEventListener() {} };
      node.append = (...children) => children.forEach((child) => (child.parentElement = node));
      made.push(node);
      return node;
    },
  };
  const messages = JSON.parse(await readFile(new URL('../../src/messages/en-GB.json', import.meta.url)));
  release.ask({ querySelector: () => null, prepend() {} }, undefined, true);
  delete globalThis.document;
  const [button] = made;
  assert.deepEqual([button.name, button.textContent, button.lang], ['button', messages['notice.reload'], 'en']);
});
