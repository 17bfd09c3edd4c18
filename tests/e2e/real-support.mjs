// The card's WebAssembly and English as they are built, for pages over `openShell`.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './support.mjs';

const NAMES = ['wasm/card.js', 'wasm/card_bg.wasm', 'lang/en-GB.js'];

/** The files by the paths at which a page loads them. */
export const REAL = Object.fromEntries(
  await Promise.all(NAMES.map(async (name) => [`/pkg/dist/${name}`, await readFile(join(ROOT, 'pkg/dist', name))])),
);
