// The content of an element: shown until its view is drawn, and below the message
// where there is no product, with the real WebAssembly of all three elements.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atNight, whole } from '../drawn.mjs';
import { NOWHERE, launch, openPage, serveFiles } from './support.mjs';
import { GTIN, PAGE, product, until } from './shell-support.mjs';

const LINK = '<a href="/specification.pdf">Specification (PDF)</a>';

/** Each element with what names its product, and the script that defines it. */
const ELEMENTS = {
  'product-pool-card': { script: 'card.js', named: `gtin="${GTIN}" loading="eager"` },
  'product-pool-matrix': { script: 'matrix.js', named: `gtins="${GTIN}"` },
  'product-pool-changes': { script: 'changes-view.js', named: 'product-id="p-1" from="1" to="2"' },
};

/** Why there is no product, by what the service answers. */
const FAILURES = {
  'not found': { status: 404, body: '{"errors":[]}' },
  unauthenticated: { status: 401, body: '{"errors":[]}' },
  refused: { status: 400, body: '{"errors":[]}' },
  'no product': { status: 200, body: '{}' },
  'no network': undefined,
};

describe('the content of an element', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  /** A page with an element; `page.answer` is what the service says. */
  async function open(name, attributes, answer, files = {}) {
    const page = await openPage(browser);
    page.answer = answer;
    const body = `<main><h1>Shop</h1><${name} ${attributes}>${LINK}</${name}></main>
      <script type="module" src="/pkg/dist/${ELEMENTS[name].script}"></script>`;
    await serveFiles(page, { '/': PAGE(body), ...files });
    await page.route(`${NOWHERE}/v2/**`, (route) =>
      page.answer ? route.fulfill({ contentType: 'application/json', ...page.answer }) : route.abort(),
    );
    await page.goto(NOWHERE);
    return page;
  }

  /** The places of the message and of the content; undefined where one is not visible. */
  const places = (page, name) =>
    page.evaluate((name) => {
      const host = document.querySelector(name);
      const bottom = (element) => (element?.checkVisibility() ? element.getBoundingClientRect().bottom : undefined);
      return {
        message: bottom(host.shadowRoot.querySelector('.mount .failure')),
        link: bottom(host.querySelector('a')),
      };
    }, name);

  /** The message is there, and the content below it; assistive technology meets that once, after the message. */
  async function assertBelow(page, name, failure) {
    await page.locator('.mount .failure').waitFor();
    const { message, link } = await places(page, name);
    assert.ok(link > message, `${failure}: ${link} under ${message}`);
    const tree = await page.locator('main').ariaSnapshot();
    assert.equal(tree.match(/Specification \(PDF\)/g).length, 1, tree);
    assert.match(tree, /(label|digits)[^]*Specification/);
  }

  it('of a card stays below the message, whatever the failure', async () => {
    const page = await open('product-pool-card', 'loading="eager"', null);
    const gtins = [GTIN, '09520000000004'];
    for (const [failure, answer] of Object.entries({ ...FAILURES, 'a GTIN that is none': null })) {
      page.answer = answer;
      if (answer === null) gtins.unshift('abc');
      else gtins.reverse();
      await page.evaluate(
        (gtin) =>
          new Promise((resolve) => {
            const card = document.querySelector('product-pool-card');
            card.addEventListener('product-pool-error', resolve, { once: true });
            card.setAttribute('gtin', gtin);
          }),
        gtins[0],
      );
      await assertBelow(page, 'product-pool-card', failure);
    }
    await page.close();
  });

  for (const [name, { named }] of Object.entries(ELEMENTS)) {
    // The elements share the code that places their content: a card has each failure.
    for (const [failure, answer] of whole(Object.entries(FAILURES), [])) {
      it(`of ${name} stays below the message: ${failure}`, async () => {
        const page = await open(name, named, answer);
        await assertBelow(page, name, failure);
        await page.close();
      });
    }

    it(`of ${name} stays below a failure, goes when the product is drawn, and comes back`, async () => {
      const page = await open(name, named, FAILURES['not found']);
      const link = page.getByRole('link', { name: 'Specification' });
      await assertBelow(page, name, 'not found');
      page.answer = { status: 200, body: JSON.stringify(product('p-1')) };
      const retried = page.getByRole('button', { name: /try again/i });
      if (await retried.count()) await retried.click();
      else await page.evaluate((name) => document.querySelector(name).retry(), name);
      await link.waitFor({ state: 'hidden' });
      assert.equal(await page.locator('.mount').isVisible(), true);
      assert.equal(await page.locator('.mount .failure').count(), 0);
      page.answer = FAILURES.unauthenticated;
      await page.evaluate((name) => {
        Object.assign(document.querySelector(name), {
          gtin: '09520000000004',
          gtins: '09520000000004',
          productId: 'p-2',
        });
      }, name);
      await page.locator('.mount .failure').waitFor();
      assert.ok(await link.isVisible());
      await page.close();
    });

    const test = name === 'product-pool-card' ? it : atNight;
    test(`of ${name} stays where the WebAssembly cannot be loaded`, async () => {
      const module = name === 'product-pool-card' ? 'card' : 'views';
      const page = await open(name, named, FAILURES['not found'], { [`/pkg/dist/wasm/${module}.js`]: null });
      await until(() => page.problems.some((text) => text.includes('could not be loaded')));
      assert.ok(await page.getByRole('link', { name: 'Specification' }).isVisible());
      await page.close();
    });
  }

  it('of a matrix goes once every product is there', async () => {
    const page = await open('product-pool-matrix', `gtins="${GTIN} abc"`, {
      status: 200,
      body: JSON.stringify(product('p-1')),
    });
    const link = page.getByRole('link', { name: 'Specification' });
    await page.locator('.mount .failure').waitFor();
    assert.ok(await link.isVisible());
    await page.evaluate((gtin) => {
      document.querySelector('product-pool-matrix').gtins = gtin;
    }, GTIN);
    await link.waitFor({ state: 'hidden' });
    await page.close();
  });
});
