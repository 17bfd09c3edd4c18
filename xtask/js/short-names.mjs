// Gives the glue of a WebAssembly module the short names that wasm-opt has given the module's imports
// and exports. Those of wasm-bindgen end with a hash, which no compression makes shorter.
// `node xtask/js/short-names.mjs GLUE NAMES`: NAMES is what wasm-opt prints with the option
// --minify-imports-and-exports-and-modules.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

const [file, names] = process.argv.slice(2);
const { imports, exports } = JSON.parse(readFileSync(names, 'utf8'));

let glue = readFileSync(file, 'utf8');
for (const [module, name, short] of imports) {
  const parts = glue.split(`\n        ${name}: function(`);
  assert.equal(parts.length, 2, `${file} has one ${name} of ${module}`);
  glue = parts.join(`\n        ${short}: function(`);
}
// As the option names the one module of imports.
glue = glue.replaceAll(/"\.\/\w+_bg\.js": /g, '"a": ');
const shorts = new Map(exports);
glue = glue.replaceAll(/\bwasm\.(\w+)/g, (_, name) => {
  assert.ok(shorts.has(name), `${file} calls ${name}, which the module does not export`);
  return `wasm.${shorts.get(name)}`;
});
writeFileSync(file, glue);
