// A visitor's way through the demo's shop, an application of Yew, over the real server and its
// catalogue: look up, choose, compare, set; what outlasts a reload, and what is requested. The components
// themselves are tested in tests/card/, so by day these are what the shop alone does with allergens.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { atNight, some } from '../drawn.mjs';
import { DEMO_URL, call, launch, readShowcase } from './support.mjs';
import { CHANGES, FIRST, addressOf, heading, oneHeading, openMenu, openShop, ready, settled } from './shop-support.mjs';

const showcase = await readShowcase();

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

const open = (path, options) => openShop(browser, path, options);

describe('the front page', () => {
  it('looks a GTIN up, and says what is wrong with a bad one without a request', async () => {
    const page = await open();
    await ready(page).first().waitFor();
    await settled(page);
    const calls = page.calls.length;
    const field = page.getByLabel('Barcode number', { exact: true });
    await field.fill('9520000000');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('This is not a barcode number.').waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    assert.equal(page.calls.length, calls);
    // As the drink's Digital Link has it.
    await field.fill(`https://id.gs1.org/01/${showcase.get('drink').gtin.padStart(14, '0')}`);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/product/*');
    await ready(page).waitFor();
    assert.match(addressOf(page), new RegExp(`^/product/0*${showcase.get('drink').gtin.replace(/^0+/, '')}$`));
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'What do you avoid?' }).waitFor();
    assert.equal(addressOf(page), '/');
    await page.close();
  });

  atNight('links to the playground, which links back', async () => {
    const page = await open();
    await openMenu(page);
    await page.getByRole('link', { name: 'Playground', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await ready(page).first().waitFor();
    await page.close();
  });

  atNight('has a shelf for each manufacturer', async () => {
    const page = await open();
    await page.getByRole('link', { name: 'Thornbeck Dairies Ltd' }).click();
    await heading(page, 'Thornbeck Dairies Ltd');
    const url = new URL(page.url());
    const maker = url.searchParams.get('maker');
    const { data } = await (await call(`/v2/products?filter[manufacturer]=${maker}&limit=1`)).json();
    assert.equal(data[0].manufacturer_name, 'Thornbeck Dairies Ltd');
    assert.ok(page.calls.some((it) => decodeURIComponent(it).includes(`filter[manufacturer]=${maker}`)));
    await page.close();
  });
});

describe('a shelf', () => {
  atNight('says that there is no such maker, and does not name another', async () => {
    const page = await open('/shelf?maker=4711');
    await heading(page, 'Maker not found');
    assert.equal(await page.getByLabel('Maker').count(), 0);
    await page.getByRole('link', { name: 'All products' }).click();
    await heading(page, 'Products');
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  atNight('answers in a line that stays in view, and is announced by the cards alone', async () => {
    const page = await open('/', { viewport: { width: 360, height: 740 } });
    const line = page.locator('.answers');
    const inView = () => line.evaluate((it) => it.getBoundingClientRect().bottom <= innerHeight);
    for (const [path, text] of [
      ['/', /^Milk: \d+ contain/],
      ['/shelf', /^Milk: \d+ contain/],
      [`/product/${FIRST}`, /^Milk: may contain$/],
    ]) {
      await page.evaluate(() => localStorage.removeItem('shop.avoid'));
      await page.goto(DEMO_URL + path);
      await ready(page).first().waitFor();
      assert.equal(await line.count(), 0, path);
      await page.evaluate(() => document.querySelector('details.avoid')?.setAttribute('open', ''));
      await page.getByRole('checkbox', { name: 'Milk', exact: true }).check();
      await page.locator('.answers p', { hasText: text }).waitFor();
      assert.ok(await inView(), path);
      assert.equal(await line.locator('[role="status"], [aria-live]').count(), 0);
    }
    assert.equal(await page.locator('details.avoid summary').innerText(), 'I avoid: Milk');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForFunction(() => document.querySelector('.verdict').getBoundingClientRect().top >= 0);
    await page.close();
  });

  it('answers, without a request, for what a visitor avoids, counts the answers, and hides what contains it', async () => {
    const page = await open('/shelf', { viewport: { width: 1280, height: 20_000 } });
    await ready(page).nth(23).waitFor();
    assert.equal(await page.locator('.shelf > li').count(), 24);
    await settled(page);
    const calls = page.calls.length;
    await page.getByRole('checkbox', { name: 'Milk', exact: true }).check();
    await page.locator('.shelf .verdict').nth(23).waitFor();
    await page.locator('.answers .hint').waitFor({ state: 'detached' });
    const answers = await page.locator('.shelf .verdict').evaluateAll((all) => all.map((it) => it.dataset.answer));
    assert.equal(answers.length, 24);
    const count = (answer) => answers.filter((other) => other === answer).length;
    assert.ok(count('contains') > 0 && count('may-contain') > 0);
    const counted = ['contains contain', 'may-contain may contain', 'not-stated not stated'].map((it) => it.split(' '));
    const parts = counted
      .filter(([answer]) => count(answer) > 0)
      .map(([it, ...words]) => [count(it), ...words].join(' '));
    assert.equal(await page.locator('.answers p').innerText(), `Milk: ${parts.join(', ')}`);
    await page.getByRole('checkbox', { name: `Hide these ${count('contains')}` }).check();
    assert.equal(await page.locator('.shelf > li:visible').count(), 24 - count('contains'));
    assert.equal(await page.locator('.shelf .verdict[data-answer="contains"]:visible').count(), 0);
    await page.getByRole('checkbox', { name: 'Fish', exact: true }).check();
    await page.locator('.avoided', { hasText: 'Fish, Milk' }).waitFor();
    await page.getByRole('button', { name: 'Clear the list' }).click();
    await page.locator('.answers').waitFor({ state: 'detached' });
    await page.locator('.shelf .verdict').first().waitFor({ state: 'detached' });
    assert.equal(await page.locator('.shelf > li:visible').count(), 24);
    assert.equal(page.calls.length, calls);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  it('shows five products on a phone’s screen, and has the choice to compare one in its fold', async () => {
    const prepare = (page) => page.addInitScript(() => localStorage.setItem('shop.avoid', 'milk'));
    const page = await open('/shelf', { viewport: { width: 390, height: 844 }, prepare });
    const shown = page.locator('.shelf > li');
    await shown.nth(5).locator('.verdict').waitFor();
    const tops = await shown.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
    assert.ok(tops[5] - tops[0] <= 5 * 150, `${tops}`);
    const lines = shown.first().locator('.lines');
    assert.ok(await lines.isHidden());
    await shown.first().locator('.rest > summary').click();
    await lines.waitFor();
    // It stands beside what links to the product.
    await shown
      .first()
      .getByRole('checkbox', { name: /^Compare/ })
      .check();
    assert.equal(addressOf(page), '/shelf');
    await shown
      .first()
      .getByRole('link', { name: /^View product/ })
      .click();
    await page.waitForURL('**/product/*');
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  atNight('shows badges instead, in another order, and the next page, each at an address of its own', async () => {
    const page = await open('/shelf');
    await ready(page).first().waitFor();
    await page.getByLabel('Show as').selectOption('badges');
    await page.locator('.shelf .card[data-variant="badges"]').first().waitFor();
    const query = 'sort=manufacturer_product_name&filter[status]=published&limit=25';
    const { data } = await (await call(`/v2/products?${query}`)).json();
    const first = page.locator('.shelf > li').first();
    const shows = ({ product_name: name }) => first.getByRole('link', { name, exact: true }).waitFor();
    await page.getByLabel('Order').selectOption('name');
    await page.waitForURL('**/shelf?order=name&look=badges');
    await shows(data[0]);
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.waitForURL('**&cursor=*');
    await shows(data[24]);
    await page.goBack();
    await page.waitForURL('**/shelf?order=name&look=badges');
    await shows(data[0]);
    assert.equal(await page.getByLabel('Order').inputValue(), 'name');
    await page.close();
  });

  atNight('says that it is empty, and that the service cannot be reached, and recovers', async () => {
    const empty = { next: null, previous: null, data: [] };
    let answer = (route) => route.fulfill({ json: empty });
    const page = await open('/shelf', {
      prepare: (page) => page.route('**/v2/products?*', (route) => answer(route)),
    });
    await page.getByText('There are no products here.').waitFor();
    // The client tries again by itself before it gives up.
    answer = (route) => route.abort('connectionreset');
    await page.reload();
    await page.getByText('The service cannot be reached.').waitFor();
    answer = (route) => route.continue();
    await page.getByRole('button', { name: 'Try again' }).click();
    await ready(page).first().waitFor();
    await page.close();
  });
});

describe('the search', () => {
  it('finds a product by words and by a barcode, and has a way on where there is none', async () => {
    const page = await open('/compare');
    const field = page.getByRole('searchbox', { name: 'Search: name, brand or barcode' });
    await field.fill(' Dark CHÓC ');
    await field.press('Enter');
    await page.waitForURL('**/find?q=Dark+CH%C3%93C');
    await heading(page, 'Search: Dark CHÓC');
    const first = page.locator('.shelf > li').first();
    await first.getByRole('link', { name: /^View product.*Dark Chocolate Buttons/ }).waitFor();
    // The same answers as on any shelf.
    await page.locator('details.avoid summary').click();
    await page.getByRole('checkbox', { name: 'Milk', exact: true }).check();
    await first.locator('.verdict').waitFor();
    await page.locator('.answers').waitFor();
    await field.fill('zzzz "OR name:*');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('No product has such a name').waitFor();
    await page.getByRole('link', { name: 'All products' }).waitFor();
    await page.goBack();
    await first.waitFor();
    assert.equal(await field.inputValue(), 'Dark CHÓC');
    await field.fill(showcase.get('drink').gtin);
    await field.press('Enter');
    await page.waitForURL('**/product/*');
    await ready(page).waitFor();
    // A gateway without a copy.
    await page.route('**/search?*', (route) => route.fulfill({ status: 501, json: { errors: [] } }));
    await field.fill('ham');
    await field.press('Enter');
    await page.getByText('This shop has no search').waitFor();
    await page.locator('product-pool-scanner').getByRole('button', { name: 'Find' }).waitFor();
    await page.close();
  });
});

describe('a product', () => {
  atNight('is requested once, and each resource of it, whoever shows it', async () => {
    const page = await open('/');
    await ready(page).first().waitFor();
    await settled(page);
    const twice = page.calls.filter((it, at) => page.calls.indexOf(it) !== at);
    assert.deepEqual(twice, []);
    await page.close();
  });

  it('that does not exist is said not to exist', async () => {
    for (const path of some(['/product/9520000199999', '/item/nothing'], 1)) {
      const page = await open(path);
      await page.locator('.card[data-state="not-found"]').waitFor();
      await oneHeading(page);
      await page.getByRole('heading', { name: 'Look up a barcode' }).waitFor();
      await page.close();
    }
    const page = await open('/product/9520000199');
    await page.locator('.card[data-state="bad-gtin"]').waitFor();
    assert.deepEqual(page.calls, []);
    await page.close();
  });

  atNight('can be requested again when the service could not be reached', async () => {
    let broken = true;
    const page = await open(`/product/${FIRST}`, {
      prepare: (page) =>
        page.route('**/v2/products/gtin/**', (route) => (broken ? route.abort('connectionreset') : route.continue())),
    });
    await page.locator('.card[data-state="network"]').waitFor();
    broken = false;
    await page.locator('[data-action="retry"]').click();
    await ready(page).waitFor();
    await heading(page, 'Prawn Pad Thai');
    await page.close();
  });

  atNight('leads to the one that replaced it', async () => {
    const page = await open(`/product/${showcase.get('replaced').gtin}`);
    await ready(page).waitFor();
    const notice = page.locator('[data-notice="replaced"]');
    const { pathname } = new URL(await notice.locator('a').getAttribute('href'), DEMO_URL);
    await notice.locator('a').click();
    await notice.waitFor({ state: 'detached' });
    assert.equal(addressOf(page), pathname);
    await ready(page).waitFor();
    await page.close();
  });

  atNight('can be chosen for the comparison, which keeps its products over a reload', async () => {
    const page = await open(`/product/${FIRST}`);
    await page.getByRole('checkbox', { name: /^Compare/ }).check();
    await page.getByRole('link', { name: /^Compare\s*1$/ }).click();
    await page.waitForURL('**/compare?ids=000010000');
    await page.locator('.product-pool-view tbody tr').waitFor();
    await page.goto(`${DEMO_URL}/compare?ids=000010000+000010001`);
    await page.locator('.product-pool-view tbody tr').nth(1).waitFor();
    await page.evaluate(() => localStorage.setItem('shop.avoid', 'soybeans'));
    await page.reload();
    await page.locator('.product-pool-view tbody tr').nth(1).waitFor();
    assert.match(await page.locator('.product-pool-view thead th').nth(1).textContent(), /^Soy/);
    await page.getByRole('button', { name: /^Remove.*Prawn Pad Thai$/ }).click();
    await page.locator('.product-pool-view tbody tr').nth(1).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Compare', exact: true }).waitFor();
    assert.equal(await page.locator('.chosen li').count(), 1);
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  atNight('has its changes, between the latest versions or those of the address', async () => {
    const page = await open(`/product/${FIRST}`);
    await page.getByRole('link', { name: 'What changed' }).click();
    await page.getByText('From version 2 to version 3').waitFor();
    // Allergens come first: one appeared, and a warning is stronger.
    const [first, second] = await page.locator('[data-section="allergens"] li[data-direction]').allInnerTexts();
    assert.match(first, /^Milk: was “declared as not present”, now “may contain”/);
    assert.match(second, /^Peanuts: was “may contain”, now “contains”/);
    assert.equal(await page.locator('.product-pool-view > section code').count(), 0);
    await page.goto(DEMO_URL + CHANGES);
    await page.getByText('From version 1 to version 3').waitFor();
    await page.goBack();
    await page.goBack();
    await heading(page, 'Prawn Pad Thai');
    await page.close();
  });
});

describe('the settings', () => {
  const LANGUAGES = ['cy', 'de', 'es', 'fr', 'it', 'nl', 'pl'];

  atNight('has cards in each language, loaded when it is chosen, on every page and after a reload', async () => {
    const files = [];
    const page = await open(`/product/${showcase.get('drink').gtin}`);
    page.on('request', (it) => it.url().includes('/languages/') && files.push(new URL(it.url()).pathname));
    await ready(page).waitFor();
    assert.deepEqual(files, []);
    await openMenu(page);
    for (const tag of LANGUAGES) {
      await page.locator('#language').selectOption(tag);
      await page.locator(`.card[data-state="ready"][lang="${tag}"]`).waitFor();
    }
    assert.deepEqual(
      files,
      LANGUAGES.map((tag) => `/www/dist/languages/${tag}.json`),
    );
    await page.reload();
    await page.locator('.card[data-state="ready"][lang="pl"]').waitFor();
    assert.equal(await page.locator('#language').inputValue(), 'pl');
    // The shop itself is in English, and says so.
    assert.equal(await page.locator('html').getAttribute('lang'), 'en-GB');
    await page.getByRole('link', { name: 'Products' }).first().click();
    await heading(page, 'Products');
    await openMenu(page);
    await page.locator('.card[data-state="ready"][lang="pl"]').first().waitFor();
    await page.getByRole('checkbox', { name: 'Milk', exact: true }).waitFor();
    await page.locator('#language').selectOption('en-GB');
    await page.locator('.card[data-state="ready"][lang="en-GB"]').first().waitFor();
    assert.deepEqual(page.problems, []);
    await page.close();
  });

  atNight('begins with cards in the language of the browser', async () => {
    const page = await open('/shelf', { locale: 'de-AT' });
    await heading(page, 'Products');
    await page.locator('.card[data-state="ready"][lang="de"]').first().waitFor();
    await page.close();
  });

  atNight('has a theme, for the shop and its cards, which outlasts a reload', async () => {
    const page = await open('/', { colorScheme: 'light' });
    await ready(page).first().waitFor();
    const colours = () =>
      page.evaluate(() => [
        getComputedStyle(document.body).backgroundColor,
        getComputedStyle(document.querySelector('.product-pool-card .card')).backgroundColor,
      ]);
    const light = await colours();
    const choose = async (theme) => {
      await openMenu(page);
      await page.locator('#theme').selectOption(theme);
      await page.locator(`html[data-theme="${theme}"]`).waitFor();
    };
    await choose('dark');
    const dark = await colours();
    for (const at of [0, 1]) assert.notEqual(dark[at], light[at]);
    await page.reload();
    await ready(page).first().waitFor();
    assert.deepEqual(await colours(), dark);
    await page.emulateMedia({ colorScheme: 'dark' });
    await choose('light');
    assert.deepEqual(await colours(), light);
    await choose('auto');
    assert.deepEqual(await colours(), dark);
    await page.close();
  });

  atNight('keeps what a visitor avoids for every page', async () => {
    const page = await open('/shelf');
    await page.getByRole('checkbox', { name: 'Fish', exact: true }).check();
    await page.waitForFunction(() => localStorage.getItem('shop.avoid') === 'fish');
    await page.goto(`${DEMO_URL}/product/${FIRST}`);
    await page.locator('.verdict', { hasText: 'Fish: in this product' }).waitFor();
    await page.close();
  });

  atNight('does without a storage that the browser forbids', async () => {
    const page = await open('/shelf', {
      prepare: (page) =>
        page.addInitScript(() => {
          Object.defineProperty(window, 'localStorage', {
            get() {
              throw new DOMException('forbidden', 'SecurityError');
            },
          });
        }),
    });
    await ready(page).first().waitFor();
    await page.getByRole('checkbox', { name: 'Milk', exact: true }).check();
    await page.locator('.shelf .verdict').first().waitFor();
    assert.deepEqual(page.problems, []);
    await page.close();
  });
});
