// A project that has the package installed, and the compiler's complaints about
// what it is made of.
//
// Types resolve through the `exports` of pkg/package.json to the declarations in pkg/dist/types, which
// `node xtask/js/declarations.mjs .` makes.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../../pkg', import.meta.url));
const PACKAGES = fileURLToPath(new URL('../node_modules', import.meta.url));

/** How a project finds packages, and the module format that goes with it. */
export const RESOLUTIONS = { bundler: 'esnext', node16: 'node16', nodenext: 'nodenext' };

/**
 * Makes a project with the package and `packages` (name → folder of the tests'
 * own); gives `compile` and `remove`.
 */
export async function makeProject(packages = {}) {
  const root = await mkdtemp(join(tmpdir(), 'product-pool-types-'));
  await mkdir(join(root, 'node_modules'));
  // Copied by links, not linked as a whole: the types it needs are the project's.
  await symlink(PACKAGE, join(root, 'node_modules', 'product-pool'), 'dir');
  for (const [name, folder] of Object.entries(packages)) {
    const place = join(root, 'node_modules', name);
    await mkdir(join(place, '..'), { recursive: true });
    await symlink(join(PACKAGES, folder), place, 'dir');
  }
  return {
    compile: (texts, options) => compile(root, texts, options),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

let projects = 0;

/** Compiles files of those texts; gives what the compiler complains of. */
async function compile(root, texts, { compiler = 'typescript-newest', resolution = 'bundler', ...more } = {}) {
  const folder = join(root, `project-${(projects += 1)}`);
  await mkdir(folder);
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    isolatedModules: true,
    verbatimModuleSyntax: true,
    // The package's declarations are checked as well, not taken on trust.
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    module: RESOLUTIONS[resolution],
    moduleResolution: resolution,
    ...more,
  };
  const config = { compilerOptions, files: Object.keys(texts) };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return compileProject(folder, compiler);
}

/** Compiles the project in a folder by its tsconfig.json; gives what the compiler complains of. */
export async function compileProject(folder, compiler = 'typescript-newest') {
  const tsc = join(PACKAGES, compiler, 'bin', 'tsc');
  const { code, output } = await run([tsc, '--pretty', 'false', '-p', folder], folder);
  const complaints = [];
  for (const line of output.split('\n')) {
    const at = /^(.+?)\((\d+),\d+\): error TS(\d+): (.*)$/.exec(line);
    if (at) complaints.push({ file: at[1], line: +at[2], code: +at[3], text: at[4] });
  }
  // A compiler that fails in any other way must not pass for one that is content.
  assert.equal(code !== 0, complaints.length > 0, `tsc ended with ${code}: ${output}`);
  return complaints;
}

function run(args, cwd) {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error);
      else resolve({ code: error?.code ?? 0, output: stdout + stderr });
    });
  });
}
