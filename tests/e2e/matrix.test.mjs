// The allergen matrix: what it shows for each product, that it never shows missing data
// as absence, and how it handles products that cannot be fetched.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { launch } from './support.mjs';
import { assertAccessible, assertNeedsWords, flag, openView, receivedEvents } from './views-support.mjs';

const SOUP = '9520123456788';
const BREAD = '9520123456795';
const GONE = '9520123456801';

const soup = {
  pool_id: 'p-soup',
  status: 'archived',
  changed_at: '1999-05-02 10:00:00',
  general: { product_name: '=HYPERLINK("http://evil.test","Soup"), hot', brand_name: '@Fenwick' },
  outer: { traded_unit_gtin: SOUP },
  components: [
    {
      general: { component_name: 'Soup' },
      allergens: {
        contains_milk: flag('Yes'),
        contains_cereal: flag('Yes'),
        contains_rye: flag('Yes'),
        contains_oats: flag('May contain'),
        contains_eggs: flag('No'),
        contains_tree_nuts: flag('No'),
        contains_cashew_nuts: flag('May contain'),
        contains_fish: { value: 0, description: null },
      },
    },
    { general: { component_name: 'Croutons' }, allergens: { contains_eggs: flag('No') } },
  ],
};
const bread = {
  pool_id: 'p-bread',
  general: { product_name: '<b>Bread</b>' },
  outer: { traded_unit_gtin: BREAD },
  components: [{ allergens: { contains_cereal: flag('Yes'), contains_wheat: flag('Yes'), contains_eggs: flag('No') } }],
};

const PRODUCTS = { [SOUP]: soup, [BREAD]: bread };
const answer = (url) => PRODUCTS[url.pathname.split('/').at(-1)] ?? 404;
const BODY = `<product-pool-matrix gtins="${SOUP} ${BREAD}, ${SOUP}"><p>Ask us about allergens.</p></product-pool-matrix>`;

describe('the matrix', () => {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser.close());

  const open = (options = {}) => openView(browser, { script: 'matrix.js', body: BODY, answer, ...options });
  const loaded = (page) => page.waitForFunction(() => window.received?.some(({ name }) => name === 'load'));

  /** The table as text: heads, then each row by its heads. */
  const table = (page) =>
    page.evaluate(() => {
      const { shadowRoot } = document.querySelector('product-pool-matrix');
      const text = (node) => node.textContent.trim();
      const heads = [...shadowRoot.querySelectorAll('thead th')].map(text);
      const rows = [...shadowRoot.querySelectorAll('tbody tr')].map((row) =>
        Object.fromEntries(
          [...row.children].map((cell, at) => [heads[at], { text: text(cell), status: cell.dataset.status }]),
        ),
      );
      return { heads, rows };
    });

  it('says of every product and every allergen what is declared', async () => {
    const page = await open();
    await loaded(page);
    const { heads, rows } = await table(page);
    assert.equal(heads.length, 15);
    assert.equal(rows.length, 2, 'a number named twice is one row');
    const [of, bread] = rows;
    assert.equal(of.Milk.status, 'contains');
    assert.match(of.Milk.text, /^Contains — Found in: Soup$/);
    assert.match(of['Gluten'].text, /^Contains: Oats \(may contain\), Rye, Wheat \(not stated\) — Found in: Soup$/);
    // Declared absent, in an archived record.
    assert.equal(of.Eggs.status, 'not-stated');
    assert.equal(of['Tree nuts'].status, 'may-contain');
    assert.match(
      of['Tree nuts'].text,
      /^May contain: Cashews — Found in: Soup\. The manufacturer’s information contradicts itself/,
    );
    for (const name of ['Fish', 'Peanuts', 'Sesame seeds']) {
      assert.deepEqual(of[name], { text: 'Not stated: check the label', status: 'not-stated' }, name);
    }
    assert.match(of.Product.text, /archived/);
    assert.match(of.Product.text, /last changed a long time ago: [^:]*1999/);
    // One component: no need to say which.
    assert.equal(bread['Gluten'].text, 'Contains: Wheat');
    assert.match(bread.Product.text, /^<b>Bread<\/b>/);
    assert.deepEqual(await receivedEvents(page), [{ name: 'load', products: 2, failed: [] }]);
    assert.deepEqual(page.requests.sort(), [`/v2/products/gtin/${SOUP}`, `/v2/products/gtin/${BREAD}`].sort());
    assert.ok(await page.getByText('Ask us about allergens.').isHidden());
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('shows which products could not be fetched, and retries', async () => {
    let found = false;
    const page = await open({
      body: `<product-pool-matrix gtins="${BREAD} ${GONE} 123"></product-pool-matrix>`,
      answer: (url) => (found && url.pathname.endsWith(GONE) ? soup : answer(url)),
    });
    await loaded(page);
    const { rows } = await table(page);
    assert.match(rows[1].Product.text, new RegExp(GONE));
    assert.match(rows[1].Celery.text, /No product information.*check the label/);
    assert.match(rows[2].Celery.text, /Not a valid barcode number/);
    const events = await receivedEvents(page);
    assert.deepEqual(
      events
        .filter(({ name }) => name === 'error')
        .map(({ gtin, code }) => [gtin, code])
        .sort(),
      [
        ['123', 'invalid_argument'],
        [GONE, 'not_found'],
      ],
    );
    assert.deepEqual(events.at(-1), { name: 'load', products: 1, failed: [GONE, '123'] });
    await assertAccessible(page);
    found = true;
    await page.getByRole('button', { name: `Try again ${GONE}` }).press('Enter');
    await page.waitForFunction(() => window.received.filter(({ name }) => name === 'load').length === 2);
    assert.equal((await table(page)).rows[1].Milk.status, 'contains');
    await page.close();
  });

  it('is a notice where its words cannot be loaded, until it is tried again', async () => {
    const page = await open({ body: '' });
    await assertNeedsWords(page, BODY.replace(/<p>.*<\/p>/, ''));
    await page.close();
  });

  it('is as accessible with products, on a small screen too', async () => {
    const page = await open({ viewport: { width: 320, height: 640 } });
    await loaded(page);
    await assertAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.equal(overflow, 0, 'only the table scrolls');
    // The product stays in sight while the allergens pass.
    const scroll = page.locator('product-pool-matrix .scroll');
    await scroll.focus();
    await scroll.evaluate((node) => {
      node.scrollLeft = 400;
    });
    const [box, head] = await Promise.all([
      scroll.boundingBox(),
      page.locator('product-pool-matrix tbody th').first().boundingBox(),
    ]);
    assert.ok(Math.abs(box.x - head.x) < 2, `${box.x} ${head.x}`);
    await page.close();
  });

  it('offers the table as a file without formulas', async () => {
    const page = await open({
      body: `<product-pool-matrix gtins="${SOUP} ${BREAD} ${GONE}" filename="menu.csv"></product-pool-matrix>`,
    });
    await loaded(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'menu.csv');
    const text = await readFile(await download.path(), 'utf8');
    assert.ok(text.startsWith('\ufeffGTIN,Product,Brand,Celery,'));
    const lines = text.split('\r\n');
    assert.equal(lines.length, 5, 'a line a product, each ended');
    assert.ok(
      lines[1].startsWith(
        `${SOUP},"'=HYPERLINK(""http://evil.test"",""Soup""), hot",'@Fenwick,Not stated: check the label,`,
      ),
      lines[1],
    );
    assert.ok(
      lines[3].startsWith(`${GONE},,,Not stated: check the label,Not stated: check the label,`) &&
        lines[3].endsWith(',No product information'),
      lines[3],
    );
    assert.equal(`\ufeff${await page.evaluate(() => document.querySelector('product-pool-matrix').csv())}`, text);
    await page.close();
  });

  it('shows products that the page has without a request', async () => {
    const page = await open({ body: '<product-pool-matrix></product-pool-matrix>' });
    await page.waitForFunction(() => customElements.get('product-pool-matrix'));
    await page.evaluate(
      (list) => {
        document.querySelector('product-pool-matrix').products = list;
      },
      [bread, JSON.stringify({ data: soup }), 'no product'],
    );
    await loaded(page);
    const { rows } = await table(page);
    assert.deepEqual(
      rows.map((row) => row.Milk?.status),
      ['not-stated', 'contains', undefined],
    );
    assert.deepEqual(page.requests, []);
    await page.close();
  });

  it('reads records in the language of the page, and says what it does not understand', async () => {
    const page = await open({ body: '<product-pool-matrix lang="de"></product-pool-matrix>' });
    await page.waitForFunction(() => customElements.get('product-pool-matrix'));
    const german = {
      components: [
        {
          allergens: { allergen_statement_on_pack: 'Enthält Milch. Kann Zibbel enthalten.' },
          ingredients: { formatted_ingredients: 'Zucker, <b>Zwuckel</b>' },
        },
      ],
    };
    await page.evaluate(
      (list) => {
        document.querySelector('product-pool-matrix').products = list;
      },
      [german],
    );
    await loaded(page);
    const [row] = (await table(page)).rows;
    assert.equal(row.Milch.status, 'contains');
    assert.match(row.Produkt.text, /Warnhinweis.*nicht vollständig ausgewertet.*hervorgehoben.*Zwuckel/);
    await page.evaluate(() => {
      document.querySelector('product-pool-matrix').lang = 'en';
    });
    await page.waitForFunction(
      () =>
        document.querySelector('product-pool-matrix').shadowRoot.querySelector('tbody [data-status="contains"]') ===
        null,
    );
    await page.close();
  });

  it('follows its attributes, and gives up what is stale', async () => {
    const page = await open();
    await loaded(page);
    await page.evaluate((gtin) => document.querySelector('product-pool-matrix').setAttribute('gtins', gtin), BREAD);
    await page.waitForFunction(
      () => document.querySelector('product-pool-matrix').shadowRoot.querySelectorAll('tbody tr').length === 1,
    );
    await page.evaluate(() => {
      document.querySelector('product-pool-matrix').gtins = null;
    });
    await page.getByText('Ask us about allergens.').waitFor();
    await page.close();
  });

  it('can be imported on a server and twice on a page', async () => {
    const { ProductPoolMatrix } = await import('../../pkg/dist/matrix.js');
    assert.equal(typeof ProductPoolMatrix, 'function');
    const page = await open();
    await page.evaluate(() => import('/pkg/dist/src/views/matrix.js?again'));
    await loaded(page);
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});
