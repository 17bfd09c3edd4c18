// The behaviour of a card, by the table that the Yew component's tests run too: by day that is every row
// there, and a share here.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { some } from '../drawn.mjs';
import { REAL } from './real-support.mjs';
import { openShell } from './shell-support.mjs';
import { NOWHERE, ROOT, launch } from './support.mjs';

const { records, rows } = JSON.parse(await readFile(join(ROOT, 'tests/fixtures/behaviours.json'), 'utf8'));

/** The events so far: their names, with what tells them apart. */
const NOTE_EVENTS = `
  window.events = [];
  const note = (name, text) => addEventListener('product-pool-' + name, ({ detail }) => events.push(text(detail)));
  note('load', ({ productId }) => 'load ' + productId);
  note('error', ({ code }) => 'error ' + code);
  note('replaced', ({ replacedBy }) => 'replaced ' + replacedBy);
  note('panel-toggle', ({ panel, open }) => 'toggle ' + panel + ' ' + open);`;

/** The print dialog, which a test cannot close, does nothing. */
const KEEP_PRINTS = `
  const frames = HTMLIFrameElement.prototype;
  const { get } = Object.getOwnPropertyDescriptor(frames, 'contentWindow');
  Object.defineProperty(frames, 'contentWindow', { get() {
    const frame = get.call(this);
    frame.print = () => { this.dataset.printed = ''; };
    return frame;
  } });`;

/** The visible state of the card, and the events so far. */
function look(shows) {
  const open = (root) => Array.from(root.querySelectorAll('details[open]'), ({ dataset }) => dataset.toggle);
  const { shadowRoot } = document.querySelector('product-pool-card');
  const frame = document.querySelector('iframe[data-printed]');
  return {
    state: shadowRoot.querySelector('.mount .card')?.dataset.state,
    open: open(shadowRoot),
    printed: frame && open(frame.contentDocument.body.firstElementChild.shadowRoot),
    shows: shows && shadowRoot.querySelector(shows) ? shows : undefined,
    events,
  };
}

describe('a card of the custom element', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  for (const { name, properties, responses, steps = [], ...expected } of some(rows, 8)) {
    it(name, async () => {
      const answers = { ...responses };
      const attributes = Object.entries(properties).map(([key, value]) => `${key}="${value}"`);
      const page = await openShell(browser, {
        body: `<product-pool-card loading="eager" base-url="${NOWHERE}" ${attributes.join(' ')}></product-pool-card>`,
        head: `<script>${NOTE_EVENTS}${KEEP_PRINTS}</script>`,
        files: REAL,
        fake: false,
        answer(path) {
          if (path.startsWith('/images/')) return 404;
          const [status, body] = [answers[`/v2${path}`]].flat();
          return typeof status === 'number' ? [status, {}, body] : records[status];
        },
      });
      const card = page.locator('product-pool-card');
      await card.locator('.mount .card:not([aria-busy="true"])').waitFor();
      for (const step of steps) {
        if (step === 'print') await card.evaluate((element) => element.print());
        else if (typeof step === 'string') await card.locator(step).click();
        else if (step.respond) Object.assign(answers, step.respond);
        else
          for (const [key, value] of Object.entries(step))
            await card.evaluate((e, [k, v]) => e.setAttribute(k, v), [key, value]);
      }
      let seen;
      for (const end = Date.now() + 5000; ; await page.waitForTimeout(20)) {
        const now = await page.evaluate(look, expected.shows);
        now.requests = page.requests.map(({ path }) => `/v2${path}`).filter((path) => path.startsWith('/v2/products/'));
        seen = Object.fromEntries(Object.keys(expected).map((key) => [key, now[key]]));
        if (isDeepStrictEqual(seen, expected) || Date.now() > end) break;
      }
      assert.deepEqual(seen, expected);
      await page.close();
    });
  }
});
