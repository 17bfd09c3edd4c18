// Dates of a record, as the card writes them.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { localeFor } from '../../pkg/dist/src/shared/locale.js';

// The server writes the same: tests/native/messages/dates.rs.
const DATES = JSON.parse(await readFile(new URL('../fixtures/dates.json', import.meta.url), 'utf8'));

test('dates are in words, and what is no date is shown as given', async () => {
  for (const [language, text, written] of DATES) {
    const { date } = await localeFor(language);
    assert.equal(date(text), written, `${language} ${text}`);
  }
});

test('English is British unless the page says otherwise', async () => {
  for (const [tag, written] of [
    [undefined, '2 July 2024'],
    ['en', '2 July 2024'],
    [' EN ', '2 July 2024'],
    ['en-GB', '2 July 2024'],
    ['en-IE', '2 July 2024'],
    ['en-US', 'July 2, 2024'],
    // A script or an extension is no region.
    ['en-Latn', '2 July 2024'],
    ['en-u-hc-h12', '2 July 2024'],
    ['tlh', '2 July 2024'],
    // Another variety of a language is the page's own choice as well.
    ['de-AT', '2. Juli 2024'],
  ]) {
    const { date, instant } = await localeFor(tag);
    assert.equal(date('2024-07-02 14:25:26'), written, tag);
    assert.ok(instant('2024-07-02T12:00:00Z').startsWith(written), tag);
  }
});
