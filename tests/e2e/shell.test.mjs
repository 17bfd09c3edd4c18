// The custom element by itself: its life cycle in a page, with a mock module that only
// records its calls.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { join } from 'node:path';
import { ROOT, launch } from './support.mjs';
import { CARD, GTIN, counts, lastView, log, openShell, products, shows, until } from './shell-support.mjs';

describe('the element', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const open = (options) => openShell(browser, options);

  it('mounts once, in an inner div of its open shadow root', async () => {
    const page = await open({
      body: `<product-pool-card gtin="${GTIN}" heading-level="4" panels="summary, allergens" avoid="milk" density="compact"></product-pool-card>`,
    });
    await shows(page);
    const mounts = (await log(page)).filter(({ kind }) => kind === 'mount');
    assert.equal(mounts.length, 1);
    const [{ tag, inShadow }] = mounts;
    assert.equal(tag, 'div');
    assert.equal(inShadow, true);
    const view = await lastView(page);
    assert.equal(JSON.parse(view.product).data.pool_id, GTIN);
    assert.equal(view.headingLevel, 4);
    assert.equal(view.panels, 'summary allergens');
    assert.equal(view.avoid, 'milk');
    assert.equal(view.density, 'compact');
    assert.equal(view.lang, 'en-GB');
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('loads the module beside it once for all cards', async () => {
    const page = await open({ body: CARD.repeat(3), fake: false });
    await shows(page, 'ready', 'product-pool-card:last-of-type');
    const kinds = (await log(page)).filter(({ kind }) => kind !== 'update');
    assert.deepEqual(kinds[0], { kind: 'init', module_or_path: '[object Response]' });
    assert.deepEqual(
      kinds.slice(1).map(({ kind }) => kind),
      ['mount', 'mount', 'mount'],
    );
    await page.close();
  });

  it('draws one card a task', async () => {
    const ids = Array.from({ length: 8 }, (_, at) => `p-${at}`);
    const page = await open({
      body: ids.map((id) => `<product-pool-card product-id="${id}" loading="eager"></product-pool-card>`).join(''),
      start: false,
    });
    const drawn = await page.evaluate(async (all) => {
      const mounts = () => log.filter(({ kind }) => kind === 'mount').length;
      /** How many are drawn as each task of a card begins. */
      const counts = [];
      const task = () => new Promise((resolve) => setTimeout(resolve));
      const scheduler = { yield: () => task().then(() => void counts.push(mounts())) };
      Object.defineProperty(globalThis, 'scheduler', { value: scheduler });
      (await import('/pkg/dist/card.js')).use(fake);
      while (counts.at(-1) !== all) await task();
      return counts;
    }, ids.length);
    const most = Math.max(...drawn.map((count, at) => count - (drawn[at - 1] ?? 0)));
    assert.equal(most, 1, `${drawn}`);
    await page.close();
  });

  it("looks for the page's colours once all cards of a task are there", async () => {
    const page = await open({ body: CARD.replace('gtin', 'loading="eager" gtin').repeat(8), start: false });
    const waiting = await page.evaluate(async (all) => {
      const cards = [...document.querySelectorAll('product-pool-card')];
      /** How many cards have their skeleton as each of them is looked at. */
      const counts = [];
      const compute = getComputedStyle;
      window.getComputedStyle = (element, ...more) => {
        if (cards.includes(element))
          counts.push(cards.filter((it) => it.shadowRoot?.querySelector('.skeleton')).length);
        return compute(element, ...more);
      };
      (await import('/pkg/dist/card.js')).use(fake);
      while (counts.length < all) await new Promise((resolve) => setTimeout(resolve));
      return counts;
    }, 8);
    assert.deepEqual(waiting, Array(8).fill(8));
    await page.close();
  });

  it('asks for module, words and product at once', async () => {
    const page = await open({
      body: CARD,
      fake: false,
      start: false,
      answer: () => new Promise(() => {}),
    });
    const requested = new Set();
    page.on('request', (request) => requested.add(new URL(request.url()).pathname));
    const all = [
      '/pkg/dist/wasm/card.js',
      '/pkg/dist/wasm/card_bg.wasm',
      '/pkg/dist/lang/en-GB.js',
      `/v2/products/gtin/${GTIN}`,
    ];
    // The product never comes, and nothing that follows waits for it.
    const arrived = Promise.all(
      all.map((path) => page.waitForRequest((request) => new URL(request.url()).pathname === path)),
    );
    await page.evaluate(() => {
      import('/pkg/dist/card.js');
    });
    await arrived;
    assert.deepEqual(
      all.filter((path) => !requested.has(path)),
      [],
    );
    await page.close();
  });

  it('turns all changes of one turn into one update, and no change into none', async () => {
    const page = await open({
      body: `<product-pool-card gtin="${GTIN}" product-id="p-1" panels="summary"></product-pool-card>`,
      answer: (path) => (path.startsWith('/images') ? 404 : undefined),
    });
    await shows(page);
    await page.evaluate(() => {
      const card = document.querySelector('product-pool-card');
      card.headingLevel = 3;
      card.setAttribute('heading-level', '4');
      card.headingLevel = 5;
      card.avoid = 'milk nuts';
      card.density = 'compact';
    });
    await page.evaluate(() => {
      document.querySelector('product-pool-card').headingLevel = 5;
    });
    // The first word to avoid waits for the styles of its verdict.
    await page.waitForFunction(() => log.some(({ kind }) => kind === 'update'));
    const updates = (await log(page)).filter(({ kind }) => kind === 'update');
    assert.equal(updates.length, 1);
    const [{ view }] = updates;
    assert.deepEqual([view.headingLevel, view.avoid, view.density], [5, 'milk nuts', 'compact']);
    assert.deepEqual(products(page), ['/products/p-1']);
    await page.close();
  });

  it('reflects its properties as attributes, and reads what counts', async () => {
    const page = await open({ body: '<product-pool-card></product-pool-card>' });
    const seen = await page.evaluate(() => {
      const card = document.querySelector('product-pool-card');
      const before = {
        ...Object.fromEntries(
          ['gtin', 'theme', 'density', 'loading', 'headingLevel', 'wholesaler', 'jsonLd', 'panels'].map((name) => [
            name,
            card[name],
          ]),
        ),
      };
      Object.assign(card, {
        gtin: '1',
        productId: 'p',
        version: '7',
        baseUrl: '/pool',
        wholesaler: 12,
        theme: 'dark',
        density: 'compact',
        panels: 'summary',
        headingLevel: 3,
        avoid: 'milk',
        loading: 'eager',
        jsonLd: true,
        successorUrl: '/p/{id}',
      });
      const attributes = Object.fromEntries(
        card
          .getAttributeNames()
          .sort()
          .map((name) => [name, card.getAttribute(name)]),
      );
      for (const [name, value] of [
        ['theme', 'pink'],
        ['heading-level', '9'],
        ['wholesaler', 'x'],
        ['loading', 'EAGER '],
      ])
        card.setAttribute(name, value);
      const odd = [card.theme, card.headingLevel, card.wholesaler, card.loading];
      Object.assign(card, { gtin: null, jsonLd: false, theme: undefined });
      return { before, attributes, odd, gone: ['gtin', 'json-ld', 'theme'].map((name) => card.hasAttribute(name)) };
    });
    assert.deepEqual(seen.before, {
      gtin: null,
      theme: 'auto',
      density: 'comfortable',
      loading: 'lazy',
      headingLevel: null,
      wholesaler: null,
      jsonLd: false,
      panels: null,
    });
    assert.deepEqual(seen.attributes, {
      avoid: 'milk',
      'base-url': '/pool',
      density: 'compact',
      gtin: '1',
      'heading-level': '3',
      'json-ld': '',
      loading: 'eager',
      panels: 'summary',
      'product-id': 'p',
      'successor-url': '/p/{id}',
      theme: 'dark',
      version: '7',
      wholesaler: '12',
    });
    assert.deepEqual(seen.odd, ['auto', null, null, 'eager']);
    assert.deepEqual(seen.gone, [false, false, false]);
    await page.close();
  });

  it('keeps its card when it is moved', async () => {
    const page = await open({ body: `<p></p>${CARD}<section></section>` });
    await page.waitForFunction(() => log.at(-1)?.view?.images && log.at(-1).view.image);
    const count = page.requests.length;
    await page.evaluate(async () => {
      const card = document.querySelector('product-pool-card');
      window.drawn = card.shadowRoot.querySelector('.card');
      for (const place of ['section', 'p', 'section']) document.querySelector(place).append(card);
      document.querySelector('p').moveBefore?.(card, null);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    assert.equal((await counts(page)).mount, 1);
    assert.deepEqual(await page.evaluate(() => [live, drawn.isConnected]), [1, true]);
    assert.equal(page.requests.length, count);
    await page.close();
  });

  it('ends its card when it leaves the page, and mounts afresh when it returns', async () => {
    const page = await open({ body: CARD.replace('>', ' loading="eager">'), fake: false });
    await shows(page);
    await page.evaluate(async () => {
      window.card = document.querySelector('product-pool-card');
      card.remove();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    const { init, mount, destroy } = await counts(page);
    assert.deepEqual({ init, mount, destroy }, { init: 1, mount: 1, destroy: 1 });
    assert.equal(await page.evaluate(() => live), 0);
    await page.evaluate(() => document.body.append(card));
    await shows(page);
    const again = await counts(page);
    assert.deepEqual([again.init, again.mount, again.destroy], [1, 2, 1]);
    assert.equal(await page.evaluate(() => card.shadowRoot.querySelectorAll('.mount').length), 1);
    await page.close();
  });

  it('leaves nothing behind after hundreds of cards', async () => {
    const page = await open();
    const left = await page.evaluate(async (gtin) => {
      for (let round = 0; round < 8; round += 1) {
        const cards = Array.from({ length: 25 }, () => {
          const card = document.createElement('product-pool-card');
          Object.assign(card, { loading: 'eager', gtin, jsonLd: true });
          document.body.append(card);
          return card;
        });
        const ready = (card) => card.shadowRoot.querySelector('[data-state="ready"]');
        while (!cards.every(ready)) await new Promise((resolve) => setTimeout(resolve));
        for (const card of cards) card.remove();
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
      return {
        live,
        mounted: log.filter(({ kind }) => kind === 'mount').length,
        scripts: document.querySelectorAll('script').length,
      };
    }, GTIN);
    assert.deepEqual(left, { live: 0, mounted: 200, scripts: 0 });
    assert.deepEqual(products(page), [`/products/gtin/${GTIN}`]);
    await page.close();
  });

  it('waits with a lazy card until it comes near', async () => {
    const page = await open({
      head: '<link rel="stylesheet" href="/tall.css">',
      body: `<div id="space"></div>${CARD}`,
      files: { '/tall.css': '#space { height: 4000px }' },
    });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    assert.deepEqual([await log(page), page.requests], [[], []]);
    const busy = () =>
      page.evaluate(
        () =>
          document.querySelector('product-pool-card').shadowRoot.querySelector('[aria-busy]')?.checkVisibility() ??
          false,
      );
    assert.equal(await busy(), true);
    await page.evaluate(() => scrollTo(0, 3400));
    await shows(page);
    assert.equal((await counts(page)).mount, 1);
    assert.equal(await busy(), false);
    await page.close();
  });

  it('shows fallback content until the card is ready, and the slot for loading', async () => {
    const body = `<product-pool-card gtin="${GTIN}"><a href="#">Tomato soup</a></product-pool-card>
      <product-pool-card id="bare" gtin="${GTIN}"> <b slot="footer">below</b></product-pool-card>
      <product-pool-card id="waits" gtin="${GTIN}"><i slot="loading">a moment</i></product-pool-card>`;
    const page = await open({ body, start: false });
    const seen = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('product-pool-card')].map((card) => ({
          own: card.firstElementChild.checkVisibility(),
          skeleton: card.shadowRoot.querySelector('.skeleton')?.checkVisibility() ?? false,
          card: Boolean(card.shadowRoot.querySelector('.mount')),
        })),
      );
    await page.evaluate(async () => {
      const { use } = await import('/pkg/dist/card.js');
      use(
        new Promise((resolve) => {
          window.arrive = () => resolve(fake);
        }),
      );
    });
    assert.deepEqual(await seen(), [
      { own: true, skeleton: false, card: false },
      { own: false, skeleton: true, card: false },
      { own: true, skeleton: false, card: false },
    ]);
    await page.evaluate(() => arrive());
    for (const selector of ['product-pool-card', '#bare', '#waits']) await shows(page, 'ready', selector);
    assert.deepEqual(await seen(), [
      { own: false, skeleton: false, card: true },
      { own: true, skeleton: false, card: true },
      { own: false, skeleton: false, card: true },
    ]);
    await page.close();
  });

  it('has the same room with content of its own as without, in every variant', async () => {
    const cards = ['full', 'summary', 'badges'].flatMap((variant) =>
      ['', 'milk nuts'].flatMap((avoid) =>
        ['', 'Please check the label.', '<p>A link</p>'].map(
          (content) =>
            `<product-pool-card loading="eager" variant="${variant}" avoid="${avoid}" gtin="${GTIN}">${content}</product-pool-card>`,
        ),
      ),
    );
    let release;
    const held = new Promise((resolve) => (release = resolve));
    const page = await open({ body: cards.join(''), answer: () => held });
    const measure = () =>
      page.evaluate(async () => {
        const all = Array.from(document.querySelectorAll('product-pool-card'));
        await Promise.all(all.map(() => new Promise(requestAnimationFrame)));
        return all.map((card) => {
          const text = card.firstElementChild ?? card.firstChild;
          const range = new Range();
          if (text) range.selectNode(text);
          const [{ top }, { top: of, height }] = [range, card].map((one) => one.getBoundingClientRect());
          return { height, below: text ? top - of : 0, isHidden: text?.parentElement.checkVisibility() === false };
        });
      });
    const found = await measure();
    for (let at = 0; at < found.length; at += 3) {
      const [none, ...others] = found.slice(at, at + 3);
      // The room of badges is at least 4.5em.
      const least = cards[at].includes('badges') ? 72 : 101;
      assert.ok(none.height >= least, `${cards[at]}: ${none.height}`);
      for (const { height, below, isHidden } of others) {
        assert.equal(height, none.height, cards[at]);
        // It stands at the top of that room.
        assert.ok(below < 20 && !isHidden, `${cards[at]}: ${below}`);
      }
    }
    // Or the room that the page wants, also once the card is there.
    const keep = (card) => {
      card.style.setProperty('--product-pool-min-height', '900px');
      return card.getBoundingClientRect().height;
    };
    const first = page.locator('product-pool-card').first();
    assert.equal(await first.evaluate(keep), 900);
    release(undefined);
    await shows(page);
    assert.equal(await first.evaluate(keep), 900);
    await page.close();
  });

  it('keeps the fallback, says so, and can try again when WebAssembly does not come', async () => {
    const page = await open({
      body: `<product-pool-card gtin="${GTIN}"><b>Tomato soup</b></product-pool-card><product-pool-card id="bare" gtin="${GTIN}"></product-pool-card>`,
      files: { '/pkg/dist/wasm/card.js': null },
      start: false,
    });
    const errors = await page.evaluate(async () => {
      const errors = [];
      const both = new Promise((resolve) => {
        document.addEventListener('product-pool-error', ({ detail, composed }) => {
          if (errors.push({ ...detail, composed }) === 2) resolve();
        });
      });
      window.shell = await import('/pkg/dist/card.js');
      await both;
      return errors;
    });
    for (const error of errors) {
      assert.equal(error.code, 'card_unavailable');
      assert.equal(error.composed, true);
      assert.match(error.message, /could not be loaded/);
    }
    await until(() => page.problems.some((text) => text.includes('WebAssembly could not be loaded')));
    assert.equal(await page.locator('b').isVisible(), true);
    assert.match(await page.locator('#bare [role=alert]').innerText(), /check the label/);
    assert.equal(await page.locator('[aria-busy]:visible').count(), 0);
    // A failure ends there: nothing goes round in circles.
    const before = page.problems.length;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    assert.equal(page.problems.length, before);
    await page.evaluate(() => shell.use(Promise.reject(new Error('still not'))));
    await page.evaluate(() => shell.use(fake));
    await shows(page, 'ready', '#bare');
    assert.equal(await page.locator('b').isVisible(), false);
    await page.close();
  });

  it('tries again by the button of its own notice', async () => {
    const page = await open({ body: CARD, files: { '/pkg/dist/wasm/card_bg.wasm': null }, fake: false });
    await page.locator('[role=alert]').waitFor();
    await page.route('**/pkg/dist/wasm/card_bg.wasm', (route) =>
      route.fulfill({ body: 'wasm', contentType: 'application/wasm' }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await shows(page);
    assert.equal(await page.locator('[role=alert]').count(), 0);
    // The button is gone, the focus is still where it was.
    assert.equal(await page.evaluate(() => document.activeElement.shadowRoot.activeElement?.className), 'card');
    await page.close();
  });

  it('takes down a card whose module breaks or has stopped, for it would show another product', async () => {
    const page = await open({ body: `<product-pool-card gtin="${GTIN}">Fallback</product-pool-card>` });
    await shows(page);
    const codes = await page.evaluate(async () => {
      let stop;
      const broken = {
        ...fake,
        mountCard: (...given) => ({
          ...fake.mountCard(...given),
          update() {
            throw new Error('unreachable');
          },
        }),
        onStop(listener) {
          stop = listener;
        },
      };
      const next = (card, name) =>
        new Promise((resolve) => {
          card.addEventListener(`product-pool-${name}`, ({ detail }) => resolve(detail.code), { once: true });
        });
      const make = () => {
        const card = document.createElement('product-pool-card');
        // Without images, whose responses would be updates too.
        Object.assign(card, { loading: 'eager', productId: 'one', variant: 'badges' });
        document.body.append(card);
        return card;
      };
      shell.use(broken);
      const card = make();
      await next(card, 'load');
      card.productId = 'two';
      const codes = [await next(card, 'error')];
      const other = make();
      await next(other, 'load');
      setTimeout(() => stop(new Error('stopped')));
      codes.push(await next(other, 'error'));
      return [
        ...codes,
        card.shadowRoot.querySelectorAll('.mount').length + other.shadowRoot.querySelectorAll('.mount').length,
      ];
    });
    assert.deepEqual(codes, ['card_unavailable', 'card_unavailable', 0]);
    await page.close();
  });

  it('takes properties that were set before it was defined', async () => {
    const page = await open({ body: '<product-pool-card></product-pool-card>', start: false });
    await page.evaluate(async () => {
      const card = document.querySelector('product-pool-card');
      Object.assign(card, {
        token: 'early',
        product: { pool_id: 'p1' },
        headingLevel: 3,
        messages: { 'card.only': 'mine' },
      });
      (await import('/pkg/dist/card.js')).use(fake);
    });
    await shows(page);
    const view = await lastView(page);
    assert.equal(view.product, '{"pool_id":"p1"}');
    assert.equal(view.headingLevel, 3);
    assert.equal(JSON.parse(view.messages)['card.only'], 'mine');
    assert.equal(await page.evaluate(() => document.querySelector('product-pool-card').token), 'early');
    await page.close();
  });

  it('shows nothing and loads nothing until a product is named', async () => {
    const page = await open({ body: '<product-pool-card gtin=" "></product-pool-card>' });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    assert.deepEqual(await log(page), []);
    assert.equal(await page.locator('[aria-busy]:visible').count(), 0);
    await page.evaluate((gtin) => {
      document.querySelector('product-pool-card').gtin = gtin;
    }, GTIN);
    await shows(page);
    await page.evaluate(() => {
      document.querySelector('product-pool-card').gtin = null;
    });
    const { mount, destroy } = await counts(page);
    assert.deepEqual([mount, destroy], [1, 1]);
    await page.close();
  });

  it('is harmless in two copies', async () => {
    const page = await open({ body: CARD });
    await shows(page);
    const same = await page.evaluate(async () => {
      const second = await import('/pkg/dist/src/card/element.js?second');
      second.configure({ headingLevel: 6 });
      return second.ProductPoolCard === shell.ProductPoolCard && second.use !== shell.use;
    });
    assert.equal(same, true);
    assert.equal((await lastView(page)).headingLevel, 6);
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});

describe('on a server', () => {
  it('is imported without a DOM and does nothing', () => {
    const script = `
      const shell = await import(${JSON.stringify(join(ROOT, 'pkg/dist/card.js'))});
      shell.configure({ token: 'x' });
      shell.use(Promise.resolve({}));
      console.log(typeof shell.ProductPoolCard, typeof shell.ProductPoolConfig);`;
    const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    assert.equal(out.trim(), 'function function');
  });
});
