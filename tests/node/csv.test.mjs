// Tables as comma-separated values: no supplier's text becomes a formula.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvOf } from '../../pkg/dist/src/views/csv.js';

const cell = (text) => csvOf([[text]]).slice(0, -2);

describe('a cell', () => {
  it('is text wherever it is opened', () => {
    for (const [text, written] of [
      ['=1+1', "'=1+1"],
      ['+44 20', "'+44 20"],
      ['-1', "'-1"],
      ['@SUM(A1)', "'@SUM(A1)"],
      ['  =1+1', "  '=1+1"],
      ['\u00a0=1+1', "\u00a0'=1+1"],
      ['\ufeff=1+1', "\ufeff'=1+1"],
      ['\u200b@x', "\u200b'@x"],
      ['＝1+1', "'＝1+1"],
      ['\tx', '"\'\tx"'],
      ['\rx', '"\'\rx"'],
      ['\nx', '"\'\nx"'],
      ['\n=1', '"\n\'=1"'],
      // Where semicolons or tabs part cells, a cell begins behind them.
      ['Soup;=1+1', '"Soup;\'=1+1"'],
      ['Soup; =1+1', '"Soup; \'=1+1"'],
      ['Soup\t=1+1', '"Soup\t\'=1+1"'],
      ['a,=b', '"a,=b"'],
      ['"=1', '"""=1"'],
    ]) {
      assert.equal(cell(text), written, JSON.stringify(text));
    }
  });

  it('is what it was, if it is harmless', () => {
    for (const text of ['Milk', 'a=b', '1-2', 'a@b', 'Käse', '', 'Not stated: check the label', '09520000000004']) {
      assert.equal(cell(text), text);
    }
    assert.equal(cell(undefined), '');
    assert.equal(cell('a, b'), '"a, b"');
    assert.equal(cell('say "b"'), '"say ""b"""');
    assert.equal(
      csvOf([
        ['a', 'b'],
        ['c', 'd'],
      ]),
      'a,b\r\nc,d\r\n',
    );
  });
});
