// Dates of a record, as the card writes them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeFor } from '../../pkg/src/shared/locale.js';

test('an invalid date is shown as given', async () => {
  const { date } = await localeFor('en-GB');
  assert.equal(date('2024-07-02 14:25:26'), '2 July 2024');
  for (const text of ['0000-00-00 00:00:00', '0001-01-01 00:00:00', '2024-13-01', '2 May 1999', 'soon']) {
    assert.equal(date(text), text);
  }
});
