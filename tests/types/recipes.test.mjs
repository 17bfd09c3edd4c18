// The recipes in TypeScript type-check as strictly as projects are made: those of React and Next.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { atNight } from '../drawn.mjs';
import { makeProject } from './compile.mjs';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));

/** The files of a section, by the last parts of their paths, in one folder. */
async function filesOf(document, section, before) {
  const text = await readFile(DOCS + document, 'utf8');
  const [, rest] = text.split(`\n## ${section}\n`);
  const found = rest.split('\n## ')[0].matchAll(/^`([^`\n]+\.(?:tsx|js))`:\n\n```\w+\n(.*?)^```$/gms);
  return Object.fromEntries(
    Array.from(found, ([, path, code]) => [
      before + path.split('/').at(-1),
      code.replace(/"(\.\.?\/)+/g, `"./${before}`),
    ]),
  );
}

/** What Next adds to the options of `fetch`. */
const NEXT = `interface RequestInit { next?: { revalidate?: number } }`;

atNight('the recipes of React and Next type-check under strict', async () => {
  const files = {
    ...(await filesOf('frameworks.md', 'Vite and React', '')),
    ...(await filesOf('frameworks.md', 'Next', 'next-')),
    ...(await filesOf('server-rendering.md', 'One address', 'served-')),
    ...(await filesOf('server-rendering.md', 'Next', 'served-')),
  };
  const names = ['App.tsx', 'next-page.tsx', 'next-product-card.tsx', 'served-fetch-card.js', 'served-page.tsx'];
  assert.deepEqual(Object.keys(files).sort(), [...names, 'served-product-card.tsx']);
  const project = await makeProject({ react: '@types/react', csstype: 'csstype' });
  try {
    // The package's declarations find React where the project has it.
    const options = { jsx: 'react-jsx', allowJs: true, skipLibCheck: true, preserveSymlinks: true };
    assert.deepEqual(await project.compile({ 'next.d.ts': NEXT, ...files }, options), []);
    // It checks the elements too.
    const wrong = files['App.tsx'].replace('gtin={gtin}', 'gtin={gtin} variant="large"');
    const complaints = await project.compile({ 'App.tsx': wrong }, options);
    assert.equal(complaints.length, 1);
  } finally {
    await project.remove();
  }
});
