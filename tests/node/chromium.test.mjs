// What starts Chromium for other tests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startChromium } from '../chromium.mjs';

/** A Chromium that fails with these messages before it starts. */
const failing = (...messages) => ({
  starts: 0,
  async launch() {
    this.starts += 1;
    if (messages.length > 0) throw new Error(messages.shift());
    return 'browser';
  },
});

const CRASH = 'Target page, context or browser has been closed\n[pid=7][err] Segmentation fault';

test('a crash at the start is no failure if it is the only one', async (t) => {
  const { mock } = t.mock.method(console, 'error', () => {});
  assert.equal(await startChromium(failing(CRASH)), 'browser');
  assert.equal(mock.callCount(), 1);
  await assert.rejects(startChromium(failing(CRASH, CRASH)), /Segmentation fault/);
});

test('no other failure is tried again', async () => {
  const chromium = failing('no such file');
  await assert.rejects(startChromium(chromium), /no such file/);
  assert.equal(chromium.starts, 1);
});
