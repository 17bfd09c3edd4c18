// integrations/php/product-pool.php in PHP's own web server, before a real server.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../e2e/support.mjs';
import { GTIN, HOSTILE_GTIN, MISSING, OTHER, startGateway, undated } from './gateway.mjs';
import { freePort } from '../ports.mjs';

describe('product-pool.php', { skip: spawnSync('php', ['--version']).status !== 0 && 'PHP is not installed' }, () => {
  let gateway;
  let folder;
  let cache;
  let server;
  let url;

  before(async () => {
    gateway = await startGateway();
    folder = await mkdtemp(join(tmpdir(), 'product-pool-php-'));
    cache = join(folder, 'cache');
    await mkdir(cache);
    await writeFile(
      join(folder, 'page.php'),
      `<?php
      require '${ROOT}/integrations/php/product-pool.php';
      $pool = new ProductPool('${gateway.url}', $_GET['folder'] ?? '${cache}');
      foreach (explode(',', $_GET['gtin']) as $gtin) echo '<div>', $pool->card($gtin, ['heading-level' => '3', 'lang' => $_GET['lang'] ?? 'en-GB'] + ($_GET['more'] ?? [])), '</div>';
      echo $pool->script();`,
    );
    const port = await freePort();
    url = `http://127.0.0.1:${port}/page.php`;
    const env = { ...process.env, PHP_CLI_SERVER_WORKERS: '4' };
    // Other programs on the page set the separator of queries.
    const settings = ['-d', 'display_errors=1', '-d', 'arg_separator.output=&amp;'];
    server = spawn('php', [...settings, '-S', `127.0.0.1:${port}`, '-t', folder], {
      env,
      stdio: 'ignore',
      detached: true,
    });
    while (!(await fetch(url).catch(() => null))) await sleep(50);
  });

  after(async () => {
    if (server) process.kill(-server.pid);
    await gateway?.end();
    if (folder) await rm(folder, { recursive: true });
  });

  beforeEach(async () => {
    gateway.answer('pass');
    for (const name of await readdir(cache)) await rm(join(cache, name));
  });

  const open = async (gtin, more = '') => (await fetch(`${url}?gtin=${gtin}${more}`)).text();
  const cardIn = (html) => undated(html.match(/<product-pool-card [^]*<\/product-pool-card>/)?.[0]);
  const NOTICE = 'could not be checked since';

  /** Lets what is kept become old, by the seconds given. */
  async function age(seconds) {
    for (const name of (await readdir(cache)).filter((file) => file.endsWith('.json'))) {
      const kept = JSON.parse(inflateSync(await readFile(join(cache, name))));
      for (const time of ['until', 'checked', 'again']) if (time in kept) kept[time] -= seconds;
      await writeFile(join(cache, name), deflateSync(JSON.stringify(kept)));
    }
  }

  it('prints the gateway’s card, which it requests once', async () => {
    const query = 'lang=en-GB&heading-level=3';
    const fragment = await gateway.fragment(HOSTILE_GTIN, query);
    const html = await open(HOSTILE_GTIN);
    assert.equal(cardIn(html), cardIn(fragment));
    assert.ok(
      !html.includes('ld+json') && html.endsWith(`<script type="module" src="${gateway.url}/card.js"></script>`),
    );
    await open(HOSTILE_GTIN);
    assert.deepEqual(gateway.requests, [`/card/gtin/${HOSTILE_GTIN}?${query}`]);
    assert.ok(cardIn(await open(GTIN, '&lang=de')).includes('lang="de"'));
  });

  it('prints nothing for what the gateway does not have and for what is no GTIN', async () => {
    for (const gtin of [MISSING, 'x', '', '%22%3E%3Cb%3E']) {
      assert.ok((await open(gtin)).startsWith('<div></div><script'), gtin);
    }
    await open(MISSING);
    assert.equal(gateway.requests.length, 1);
  });

  // Also if the clock was put back meanwhile: nothing is fresh until it has caught up.
  for (const seconds of [70, -7200]) {
    it(`shows no card any more of what the upstream has withdrawn, after ${seconds} seconds`, async () => {
      await open(GTIN);
      gateway.answer('gone');
      await age(seconds);
      assert.ok((await open(GTIN)).startsWith('<div></div><script'));
    });
  }

  it('asks again after a failure, also if the clock was put back', async () => {
    gateway.answer('refuse');
    await open(GTIN);
    gateway.answer('pass');
    await age(-7200);
    assert.ok((await open(GTIN)).includes('data-panel'));
  });

  it('finds what was pasted, with spaces and hyphens of all kinds', async () => {
    assert.ok((await open('0%C2%A09520000%E2%80%9100000%E2%80%8B4')).includes('data-panel'));
  });

  it('makes its folder; where it cannot, the page stays, and its cards come in the browser', async () => {
    const made = join(cache, 'a/b');
    await open(GTIN, `&folder=${made}`);
    assert.ok((await readdir(made)).some((name) => name.endsWith('.json')));
    await rm(join(cache, 'a'), { recursive: true });
    const html = await open(GTIN, '&folder=/dev/null/cards');
    assert.match(html, /PHP may not write to it: "\/dev\/null\/cards"/);
    assert.match(html, /<product-pool-card gtin="09520000000004" base-url=.*Check the label.*card\.js/);
  });

  it('removes what nobody has asked for in two days, and nothing else', async () => {
    const name = `${'0'.repeat(14)}-${'0'.repeat(64)}.json`;
    const [old, other] = [join(cache, name), join(cache, 'notes.json')];
    for (const file of [old, other]) {
      await writeFile(file, '{}');
      await utimes(file, 0, 0);
    }
    await open(GTIN);
    const names = await readdir(cache);
    assert.ok(names.includes('notes.json') && !names.includes(name), names.join());
    assert.ok(
      names.some((name) => name.startsWith(GTIN) && name.endsWith('.json')),
      'the card that was asked for stays',
    );
  });

  it('says what is wrong with an address, and which extension PHP lacks', () => {
    const make = (address, ...options) =>
      spawnSync('php', [
        ...options,
        '-d',
        'display_errors=1',
        '-r',
        `require '${ROOT}/integrations/php/product-pool.php'; new ProductPool('${address}', '/tmp');`,
      ]).stdout.toString();
    for (const address of [
      'shop.example',
      'https://me:secret@shop.example',
      'https://shop.example/?a',
      'https://shop.example\n',
    ])
      assert.match(make(address), /address must be like/, address);
    assert.equal(make('https://shop.example/pool/'), '');
    // Without a configuration PHP has no extensions of its packages.
    assert.match(make('https://shop.example', '-n'), /needs the extension curl/);
  });

  for (const mode of ['refuse', 500, 'html', 'cut', 'busy', 404]) {
    it(`shows the last good card with a notice for a day, if the gateway answers ${mode}`, async () => {
      const good = cardIn(await open(GTIN));
      gateway.answer(mode);
      await age(70);
      const html = await open(GTIN);
      assert.ok(cardIn(html) === good && html.includes(NOTICE));
      assert.equal(gateway.requests.length, 1);
      await open(GTIN);
      assert.equal(gateway.requests.length, 1, 'not asked again at once');
      await age(86_400);
      const late = await open(GTIN);
      assert.ok(!late.includes('data-panel') && late.includes('Check the label'));
      gateway.answer('pass');
      await age(400);
      const again = await open(GTIN);
      assert.ok(cardIn(again) === good && !again.includes(NOTICE));
    });
  }

  it('lets one of all visitors wait, and the others not', async () => {
    await open(GTIN);
    await age(70);
    gateway.answer('hang');
    let isWaiting = true;
    const first = open(GTIN).finally(() => (isWaiting = false));
    await gateway.asked();
    assert.ok((await open(GTIN)).includes(NOTICE));
    assert.ok(isWaiting);
    assert.ok((await first).includes(NOTICE));
    assert.equal(gateway.requests.length, 1);
  });

  it('lets a page of many products wait no longer than one', async () => {
    const many = [GTIN, HOSTILE_GTIN, OTHER, MISSING, '09520000001018', '09520000001025'];
    for (const [mode, most] of [
      ['hang', 1],
      ['slow', 3],
    ]) {
      for (const name of await readdir(cache)) await rm(join(cache, name));
      gateway.answer(mode);
      const html = await open(many.join(','));
      assert.ok(gateway.requests.length <= most, `${mode}: ${gateway.requests.length}`);
      assert.equal(html.match(/<product-pool-card/g).length, many.length, mode);
    }
  });

  it('refuses settings that do not exist, as a misspelt one would leave out an answer', async () => {
    assert.ok((await open(GTIN, '&more[aviod]=milk')).includes('A card has no setting'));
    assert.ok((await open(GTIN, '&more[avoid]=milk')).includes('avoid="milk"'));
  });

  it('asks whether a card has changed, by its ETag', async () => {
    const good = cardIn(await open(GTIN));
    await age(70);
    assert.equal(cardIn(await open(GTIN)), good);
    await age(50);
    await open(GTIN);
    assert.equal(gateway.requests.length, 2);
  });
});
