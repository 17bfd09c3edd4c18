// The card in a language that is read from right to left: nothing sticks out, nothing is cut
// off, and all is on its side.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launch } from './support.mjs';
import { faults, named, open, overflowing } from './states-support.mjs';

/** The places of the first foldable panel's title and of its mark, which is a pseudo-element. */
async function foldBoxes(page) {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const parts = (node) => [...(node.shadowRoots ?? []), ...(node.children ?? [])];
  const find = (node, matches) => {
    if (matches(node)) return node;
    for (const part of parts(node)) {
      const found = find(part, matches);
      if (found) return found;
    }
    return undefined;
  };
  const box = async ({ nodeId }) => {
    const { model } = await session.send('DOM.getBoxModel', { nodeId });
    const xs = model.border.filter((_, index) => index % 2 === 0);
    return { left: Math.min(...xs), right: Math.max(...xs) };
  };
  const isFold = ({ nodeName, attributes = [] }) => nodeName === 'SUMMARY' && attributes.includes('fold');
  const summary = find(root, isFold);
  const mark = summary.pseudoElements.find(({ pseudoType }) => pseudoType === 'after');
  const title = find(summary, ({ attributes = [] }) => attributes.includes('title'));
  const boxes = { title: await box(title), mark: await box(mark) };
  await session.detach();
  return boxes;
}

describe('the layout of the card from right to left', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  it('is read from right to left where the language is', async () => {
    const page = await open(browser, named('right-to-left', 'right-to-left-components'), {
      viewport: { width: 1024, height: 800 },
    });
    // Every state, of which these are two, is read by axe at another width.
    assert.deepEqual((await faults(page)).faults, []);
    for (const width of [320, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await overflowing(page), []);
      const sides = await page.evaluate(() => {
        const { shadowRoot } = document.querySelector('product-pool-card');
        const card = shadowRoot.querySelector('.card');
        const side = (selector, of = '.card') => {
          const { left, right } = shadowRoot.querySelector(selector).getBoundingClientRect();
          const whole = shadowRoot.querySelector(of).getBoundingClientRect();
          return whole.right - right < left - whole.left ? 'right' : 'left';
        };
        const align = (selector) => getComputedStyle(shadowRoot.querySelector(selector)).textAlign;
        return {
          dir: card.dir,
          picture: side('.head .picture'),
          row: side('tbody th', 'table'),
          fold: side('.panel summary .title', '.panel > details > summary'),
          name: align('.head .name'),
          field: align('.facts dd'),
        };
      });
      assert.equal(sides.dir, 'rtl');
      assert.equal(sides.picture, 'right');
      assert.equal(sides.row, 'right');
      assert.equal(sides.fold, 'right');
      const { title, mark } = await foldBoxes(page);
      assert.ok(mark.right <= title.left, `mark ${JSON.stringify(mark)}, title ${JSON.stringify(title)}`);
      assert.equal(sides.name, 'right');
      assert.equal(sides.field, 'right');
    }
    await page.close();
  });
});
