// The JavaScript in the documents type-checks against the package's declarations.

import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { makeProject } from './compile.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What the snippets take from the page or program around them. */
const AROUND = `
declare const token: string;
declare const pool: import('product-pool').PoolClient;
declare const product: import('product-pool').Product;
declare const record: import('product-pool').Product;
declare const card: import('product-pool/card').ProductPoolCard;
declare function load(): Promise<string>;
declare function save(checkpoint: string | undefined): Promise<void>;
declare function take(item: object): Promise<void>;
declare module 'http://127.0.0.1:8080/pkg/card.js' { export * from 'product-pool/card'; }
declare module 'https://products.shop.example/card.js' { export * from 'product-pool/card'; }
declare module 'https://products.shop.example/scanner.js' { export * from 'product-pool/scanner'; }
declare module 'barcode-detector/ponyfill' {
  export const BarcodeDetector: import('product-pool/scanner').BarcodeDetectorClass;
  export function prepareZXingModule(options: { overrides: { locateFile: () => string } }): void;
}
interface Query {
  append(other: Query): Query;
  attr(name: string, value: string): Query;
  empty(): Query;
  on(name: string, listener: (this: HTMLInputElement, event: { originalEvent: CustomEvent }) => void): Query;
  text(value: string | undefined): Query;
}
declare function $(selector: string): Query;
declare module 'lang-de' { const messages: Record<string, string>; export default messages; }
`;

/** The JavaScript of a document: its `js` blocks, and the modules in its `html` blocks. */
function snippets(text) {
  const found = [];
  for (const [, language, code] of text.matchAll(/^```(js|html)\n(.*?)^```/gms)) {
    if (language === 'js') found.push(code);
    else for (const [, script] of code.matchAll(/<script type="module">(.*?)<\/script>/gs)) found.push(script);
  }
  return found;
}

test('the JavaScript in the documents type-checks', async () => {
  const documents = ['README.md', 'pkg/README.md', 'server/README.md'];
  for (const name of await readdir(join(ROOT, 'docs'), { recursive: true }))
    if (name.endsWith('.md')) documents.push(`docs/${name}`);
  const files = { 'around.d.ts': AROUND };
  for (const name of documents) {
    const text = await readFile(join(ROOT, name), 'utf8');
    snippets(text).forEach((code, index) => {
      // The addresses of a page's own files cannot be declared.
      const program = code
        .replace('/product-pool/dist/lang/de.js', 'lang-de')
        .replace('/product-pool/dist/card.js', 'product-pool/card');
      files[`${name.replace(/\W/g, '-')}-${index}.ts`] = `${program}\nexport {};\n`;
    });
  }
  assert.ok(Object.keys(files).length > 8, Object.keys(files).join());
  const project = await makeProject();
  try {
    assert.deepEqual(await project.compile(files), []);
  } finally {
    await project.remove();
  }
});
