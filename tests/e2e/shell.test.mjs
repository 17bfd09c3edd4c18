// The custom element by itself, over a module that only keeps a record of what
// it is asked to do.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { NOWHERE, ROOT, launch, openPage, serveFiles } from './support.mjs';

const GTIN = '09520000000011';

/** A page with `body`, whose `window.log` is the record of the fake module. */
const PAGE = (body = '') => `<!doctype html><html lang="en-GB"><title>shell</title><body>${body}</body></html>`;

const FAKE = `
window.log = [];
window.live = 0;
window.fake = {
  mountCard(container, props, emit) {
    live += 1;
    const note = (kind, what) => log.push({ kind, ...what });
    const draw = (props) => {
      container.textContent = 'card of ' + (props.gtin ?? props.productId ?? 'a given product');
      emit('load', { gtin: props.gtin });
    };
    note('mount', { props, inShadow: container.getRootNode() instanceof ShadowRoot, tag: container.localName });
    draw(props);
    return {
      update(props) { note('update', { props }); draw(props); },
      retry() { note('retry'); },
      destroy() { live -= 1; note('destroy'); container.textContent = ''; },
    };
  },
};`;

/** In the place of the glue code: the module that is loaded where none is given. */
const GLUE = `
export default async (options) => { log.push({ kind: 'init', ...options, module_or_path: String(options.module_or_path) }); };
export const mountCard = (...given) => fake.mountCard(...given);`;

describe('the element', () => {
  let browser;
  before(async () => { browser = await launch(); });
  after(() => browser.close());

  async function open({ body, files, headers, fake = true } = {}) {
    const page = await openPage(browser);
    await serveFiles(page, { '/': PAGE(body), '/fake.js': FAKE, '/pkg/dist/card.js': GLUE, ...files }, headers);
    await page.goto(NOWHERE);
    await page.evaluate(() => import('/fake.js'));
    if (fake) {
      await page.evaluate(async () => {
        window.shell = await import('/pkg/card.js');
        shell.use(fake);
      });
    }
    return page;
  }

  const log = (page) => page.evaluate(() => log);
  const counts = async (page) => {
    const sums = {};
    for (const { kind } of await log(page)) sums[kind] = (sums[kind] ?? 0) + 1;
    return sums;
  };
  const shown = (page, selector = 'product-pool-card') =>
    page.waitForFunction(
      (selector) => document.querySelector(selector).shadowRoot.querySelector('.mount:not([hidden])'),
      selector,
    );

  it('mounts once, in an inner div of its open shadow root', async () => {
    const page = await open({ body: `<product-pool-card gtin="${GTIN}" heading-level="4"></product-pool-card>` });
    await shown(page);
    const [mount, ...rest] = await log(page);
    assert.deepEqual(rest, []);
    assert.equal(mount.kind, 'mount');
    assert.equal(mount.tag, 'div');
    assert.equal(mount.inShadow, true);
    assert.equal(mount.props.gtin, GTIN);
    assert.equal(mount.props.headingLevel, 4);
    assert.equal(mount.props.lang, 'en-GB');
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('loads the module beside it once for all cards', async () => {
    const page = await open({ body: `<product-pool-card gtin="${GTIN}"></product-pool-card>`.repeat(3), fake: false });
    await page.evaluate(() => import('/pkg/card.js'));
    await shown(page, 'product-pool-card:last-of-type');
    const [init, ...rest] = await log(page);
    assert.deepEqual(init, { kind: 'init', module_or_path: '[object Response]' });
    assert.deepEqual(rest.map(({ kind }) => kind), ['mount', 'mount', 'mount']);
    await page.close();
  });

  it('turns all changes of one turn into one update, and no change into none', async () => {
    const page = await open({ body: `<product-pool-card gtin="${GTIN}"></product-pool-card>` });
    await shown(page);
    await page.evaluate(() => {
      const card = document.querySelector('product-pool-card');
      card.gtin = '1';
      card.setAttribute('gtin', '2');
      card.headingLevel = 5;
      card.baseUrl = '/pool/';
      card.token = 'secret';
    });
    await page.evaluate(() => { document.querySelector('product-pool-card').headingLevel = 5; });
    const [, update, ...rest] = await log(page);
    assert.deepEqual(rest, []);
    assert.equal(update.kind, 'update');
    assert.equal(update.props.gtin, '2');
    assert.equal(update.props.headingLevel, 5);
    assert.equal(update.props.baseUrl, `${NOWHERE}/pool`);
    assert.equal(update.props.token, 'secret');
    await page.close();
  });

  it('follows the language around it', async () => {
    const page = await open({ body: `<div lang="cy"><product-pool-card gtin="${GTIN}"></product-pool-card></div>` });
    await shown(page);
    await page.evaluate(() => { document.querySelector('div').lang = 'fr'; });
    await page.evaluate(() => { document.querySelector('product-pool-card').lang = 'de'; });
    assert.deepEqual((await log(page)).map(({ props }) => props.lang), ['cy', 'fr', 'de']);
    await page.close();
  });

  it('keeps its card when it is moved', async () => {
    const page = await open({ body: `<p></p><product-pool-card gtin="${GTIN}"></product-pool-card><section></section>` });
    await shown(page);
    await page.evaluate(async () => {
      const card = document.querySelector('product-pool-card');
      for (const place of ['section', 'p', 'section']) document.querySelector(place).append(card);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    assert.deepEqual(await counts(page), { mount: 1 });
    assert.equal(await page.evaluate(() => live), 1);
    await page.close();
  });

  it('ends its card when it leaves the page, and mounts afresh when it returns', async () => {
    const page = await open({ body: `<product-pool-card gtin="${GTIN}" loading="eager"></product-pool-card>`, fake: false });
    await page.evaluate(() => import('/pkg/card.js'));
    await shown(page);
    await page.evaluate(async () => {
      window.card = document.querySelector('product-pool-card');
      card.remove();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    assert.deepEqual(await counts(page), { init: 1, mount: 1, destroy: 1 });
    assert.equal(await page.evaluate(() => live), 0);
    await page.evaluate(() => document.body.append(card));
    await shown(page);
    assert.deepEqual(await counts(page), { init: 1, mount: 2, destroy: 1 });
    assert.equal(await page.evaluate(() => card.shadowRoot.querySelectorAll('.mount').length), 1);
    await page.close();
  });

  it('leaves nothing behind after hundreds of cards', async () => {
    const page = await open();
    const left = await page.evaluate(async (gtin) => {
      for (let round = 0; round < 20; round += 1) {
        const cards = Array.from({ length: 25 }, () => {
          const card = document.createElement('product-pool-card');
          card.loading = 'eager';
          card.gtin = gtin;
          document.body.append(card);
          return card;
        });
        await new Promise((resolve) => setTimeout(resolve));
        for (const card of cards) card.remove();
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
      return { live, mounted: log.filter(({ kind }) => kind === 'mount').length };
    }, GTIN);
    assert.deepEqual(left, { live: 0, mounted: 500 });
    await page.close();
  });

  it('waits with a lazy card until it comes near', async () => {
    const tall = await openPage(browser);
    await serveFiles(tall, {
      '/': `<!doctype html><link rel="stylesheet" href="/tall.css"><div id="space"></div><product-pool-card gtin="${GTIN}"></product-pool-card>`,
      '/tall.css': '#space { height: 4000px }',
      '/fake.js': FAKE,
    });
    await tall.goto(NOWHERE);
    await tall.evaluate(() => import('/fake.js'));
    await tall.evaluate(async () => (await import('/pkg/card.js')).use(fake));
    await tall.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    assert.deepEqual(await log(tall), []);
    const busy = () => tall.evaluate(() => document.querySelector('product-pool-card').shadowRoot.querySelector('[aria-busy]')?.checkVisibility() ?? false);
    assert.equal(await busy(), true);
    await tall.evaluate(() => scrollTo(0, 3400));
    await shown(tall);
    assert.deepEqual(await counts(tall), { mount: 1 });
    assert.equal(await busy(), false);
    await tall.close();
  });

  it('shows fallback content until the card is there', async () => {
    const page = await open({
      body: `<product-pool-card gtin="${GTIN}"><a href="#">Tomato soup</a></product-pool-card>
        <product-pool-card id="bare" gtin="${GTIN}"> </product-pool-card>`,
      fake: false,
    });
    const seen = () => page.evaluate(() =>
      [...document.querySelectorAll('product-pool-card')].map((card) => ({
        fallback: card.querySelector('a')?.checkVisibility() ?? null,
        skeleton: card.shadowRoot.querySelector('[aria-busy]')?.checkVisibility() ?? false,
      })));
    await page.evaluate(async () => {
      const { use } = await import('/pkg/card.js');
      use(new Promise((resolve) => { window.arrive = () => resolve(fake); }));
    });
    assert.deepEqual(await seen(), [{ fallback: true, skeleton: false }, { fallback: null, skeleton: true }]);
    await page.evaluate(() => arrive());
    await shown(page);
    await shown(page, '#bare');
    assert.deepEqual(await seen(), [{ fallback: false, skeleton: false }, { fallback: null, skeleton: false }]);
    await page.close();
  });

  it('keeps the fallback, says so, and can try again when WebAssembly does not come', async () => {
    const page = await open({
      body: `<product-pool-card gtin="${GTIN}"><b>Tomato soup</b></product-pool-card><product-pool-card id="bare" gtin="${GTIN}"></product-pool-card>`,
      files: { '/pkg/dist/card.js': null },
      fake: false,
    });
    const errors = await page.evaluate(async () => {
      const errors = [];
      const both = new Promise((resolve) => {
        document.addEventListener('product-pool-error', ({ detail, composed }) => {
          if (errors.push({ ...detail, composed }) === 2) resolve();
        });
      });
      window.shell = await import('/pkg/card.js');
      await both;
      return errors;
    });
    for (const error of errors) {
      assert.equal(error.code, 'card_unavailable');
      assert.equal(error.composed, true);
      assert.match(error.message, /could not be loaded/);
    }
    assert.ok(page.problems.some((text) => text.includes('WebAssembly could not be loaded')), page.problems.join('\n'));
    assert.equal(await page.locator('b').isVisible(), true);
    assert.match(await page.locator('#bare [role=alert]').innerText(), /check the label/);
    assert.equal(await page.locator('[aria-busy]:visible').count(), 0);
    await page.evaluate(() => shell.use(Promise.reject(new Error('still not'))));
    await page.evaluate(() => shell.use(fake));
    await shown(page, '#bare');
    assert.equal(await page.locator('b').isVisible(), false);
    await page.close();
  });

  it('takes down a card whose module breaks, for it would show another product', async () => {
    const page = await open({ body: `<product-pool-card gtin="${GTIN}">Fallback</product-pool-card>` });
    await shown(page);
    const code = await page.evaluate(() => {
      const broken = { ...fake, mountCard: (...given) => ({ ...fake.mountCard(...given), update() { throw new Error('unreachable'); } }) };
      const card = document.createElement('product-pool-card');
      card.loading = 'eager';
      card.gtin = '1';
      shell.use(broken);
      document.body.replaceChildren(card);
      return new Promise((resolve) => {
        card.addEventListener('product-pool-load', () => { card.gtin = '2'; }, { once: true });
        card.addEventListener('product-pool-error', ({ detail }) => resolve(detail.code));
      });
    });
    assert.equal(code, 'card_unavailable');
    assert.equal(await page.getByText('card of 1').count(), 0);
    await page.close();
  });

  it('passes a click on retry to the module', async () => {
    const page = await open({ body: `<product-pool-card gtin="${GTIN}"></product-pool-card>` });
    await shown(page);
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.dataset.action = 'retry';
      button.innerHTML = '<span>Try again</span>';
      document.querySelector('product-pool-card').shadowRoot.querySelector('.mount').append(button);
    });
    await page.getByText('Try again').click();
    assert.deepEqual(await counts(page), { mount: 1, retry: 1 });
    await page.close();
  });

  it('takes properties that were set before it was defined', async () => {
    const page = await open({ body: '<product-pool-card></product-pool-card>', fake: false });
    await page.evaluate(async () => {
      const card = document.querySelector('product-pool-card');
      Object.assign(card, { token: 'early', product: { pool_id: 'p1' }, productId: 'p1' });
      (await import('/pkg/card.js')).use(fake);
    });
    await shown(page);
    const [{ props }] = await log(page);
    assert.equal(props.token, 'early');
    assert.equal(props.product, '{"pool_id":"p1"}');
    assert.equal(props.productId, 'p1');
    await page.close();
  });

  it('shows nothing and loads nothing until a product is named', async () => {
    const page = await open({ body: '<product-pool-card gtin=" "></product-pool-card>' });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    assert.deepEqual(await log(page), []);
    assert.equal(await page.locator('[aria-busy]:visible').count(), 0);
    await page.evaluate((gtin) => { document.querySelector('product-pool-card').gtin = gtin; }, GTIN);
    await shown(page);
    await page.evaluate(() => { document.querySelector('product-pool-card').gtin = null; });
    assert.deepEqual(await counts(page), { mount: 1, destroy: 1 });
    await page.close();
  });

  it('keeps the token out of the DOM and from other addresses than its own', async () => {
    const page = await open({
      body: `<product-pool-card gtin="${GTIN}"></product-pool-card>
        <product-pool-card gtin="${GTIN}" base-url="https://elsewhere.test"></product-pool-card>`,
    });
    await page.evaluate(() => shell.configure({ baseUrl: '', token: 'top-secret' }));
    await shown(page, 'product-pool-card:last-of-type');
    const last = new Map((await log(page)).map(({ props }) => [props.baseUrl, props.token]));
    assert.equal(last.get(NOWHERE), 'top-secret');
    assert.equal(last.has('https://elsewhere.test'), true);
    assert.equal(last.get('https://elsewhere.test'), undefined);
    const dom = await page.evaluate(() =>
      document.documentElement.outerHTML
      + [...document.querySelectorAll('product-pool-card')].map((card) => card.shadowRoot.innerHTML).join(''));
    assert.equal(dom.includes('top-secret'), false);
    await page.close();
  });

  it('is harmless in two copies', async () => {
    const page = await open({ body: `<product-pool-card gtin="${GTIN}"></product-pool-card>` });
    await shown(page);
    const same = await page.evaluate(async () => {
      const second = await import('/pkg/card.js?second');
      second.configure({ token: 'from the second copy' });
      return second.ProductPoolCard === shell.ProductPoolCard && second.use !== shell.use;
    });
    assert.equal(same, true);
    const entries = await log(page);
    assert.equal(entries.at(-1).props.token, 'from the second copy');
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('shares one style sheet, and sets no style attribute, under a strict policy', async () => {
    const page = await open({
      body: `<product-pool-card gtin="${GTIN}"></product-pool-card>`.repeat(3),
      headers: { 'Content-Security-Policy': "default-src 'self'; script-src 'self'; require-trusted-types-for 'script'" },
    });
    await shown(page, 'product-pool-card:last-of-type');
    const { sheets, styled } = await page.evaluate(() => {
      const roots = [...document.querySelectorAll('product-pool-card')].map((card) => card.shadowRoot);
      return {
        sheets: new Set(roots.flatMap((root) => root.adoptedStyleSheets)).size,
        styled: roots.flatMap((root) => [...root.querySelectorAll('[style], style')]).length,
      };
    });
    assert.equal(sheets, 1);
    assert.equal(styled, 0);
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});

describe('on a server', () => {
  it('is imported without a DOM and does nothing', () => {
    const script = `
      const shell = await import(${JSON.stringify(join(ROOT, 'pkg/card.js'))});
      shell.configure({ token: 'x' });
      shell.use(Promise.resolve({}));
      console.log(typeof shell.ProductPoolCard);`;
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    assert.equal(out.trim(), 'function');
  });
});
