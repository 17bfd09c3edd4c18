// The package's declarations, in `pkg/dist/types`: a file for each entry, and what several entries share in
// others, as the compiler emits them from the sources. The typings of frameworks lie beside them as they are.
//
//   node declarations.mjs <workspace>

import { copyFile, readFile, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The entries that are written in TypeScript, by their names in `pkg`. */
const ENTRIES = ['index', 'card', 'matrix', 'changes-view', 'scanner', 'label', 'testing'];

/** Writes the declarations of the package in `<root>/pkg`. */
export async function writeDeclarations(root) {
  const require = createRequire(join(root, 'tests/package.json'));
  const load = (name) => import(pathToFileURL(require.resolve(name)));
  const [{ rollup }, { dts }] = await Promise.all(['rollup', 'rollup-plugin-dts'].map(load));
  const [pkg, out] = [join(root, 'pkg'), join(root, 'pkg/dist/types')];
  const source = (name) => join(pkg, `${name}.ts`);
  const bundle = await rollup({
    input: Object.fromEntries(ENTRIES.map((name) => [name, source(name)])),
    plugins: [
      dts({ tsconfig: join(root, 'tsconfig.json'), compilerOptions: { stripInternal: true } }),
      // The compiler indents by four spaces, which are a tenth of the text.
      { name: 'indentation', renderChunk: (text) => text.replace(/^(?: {4})+/gm, (all) => all.slice(all.length / 2)) },
    ],
    // Such as a type that a declaration names and no entry exports.
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  await rm(out, { recursive: true, force: true });
  await bundle.write({
    dir: out,
    // What an entry says of itself would be lost.
    banner: async ({ name, isEntry }) =>
      isEntry ? /^\/\*\*.*?\*\/\n/s.exec(await readFile(source(name), 'utf8'))[0] : '',
    entryFileNames: '[name].d.ts',
    chunkFileNames: '[name].d.ts',
    hoistTransitiveImports: false,
    minifyInternalExports: false,
  });
  for (const name of await readdir(join(pkg, 'types'))) await copyFile(join(pkg, 'types', name), join(out, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeDeclarations(resolve(process.argv[2]));
