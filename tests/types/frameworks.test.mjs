// The elements in templates of frameworks, under `tsc` and the frameworks' own
// types: right use compiles, wrong use does not, each line with the error that
// it names.
//
//   node --test tests/types/

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { makeProject } from './compile.mjs';

/** File → the packages it needs, and what the compiler is told beside the usual. */
const FRAMEWORKS = {
  'react.tsx': [{ react: '@types/react', csstype: 'csstype' }, { jsx: 'react-jsx' }],
  'react18.tsx': [
    { react: '@types/react-18', csstype: 'csstype', 'prop-types': '@types/prop-types' },
    { jsx: 'react-jsx' },
  ],
  'vue.ts': [{ vue: 'vue', '@vue': '@vue', csstype: 'csstype' }, {}],
  'svelte.ts': [{ svelte: 'svelte' }, {}],
};

for (const [name, [packages, options]] of Object.entries(FRAMEWORKS)) {
  test(name, async () => {
    const text = await readFile(new URL(`frameworks/${name}`, import.meta.url), 'utf8');
    const project = await makeProject(packages);
    // The package's declarations find the framework where the project has it.
    const more = { ...options, preserveSymlinks: true, skipLibCheck: true };
    try {
      // Without the marks, the compiler complains of the marked lines and of no other.
      const bare = await project.compile({ [name]: text.replaceAll('@ts-expect-error', '') }, more);
      const lines = text.split('\n');
      const expected = lines.flatMap((line, index) => {
        const code = /@ts-expect-error TS(\d+) \S/.exec(line)?.[1];
        return code ? [`${index + 2} TS${code}`] : [];
      });
      assert.ok(expected.length >= 3);
      const found = bare.sort((one, other) => one.line - other.line);
      assert.deepEqual(
        found.map(({ line, code }) => `${line} TS${code}`),
        expected,
        found.map(({ line, text }) => `${line}: ${text}`).join('\n'),
      );
    } finally {
      await project.remove();
    }
  });
}
