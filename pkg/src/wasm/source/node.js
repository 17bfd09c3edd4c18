// The source of the CommonJS build for Node, beside which the file lies. All is
// asked for on the first call: where a bundler has moved the code, neither
// `__dirname` nor `require` may be there.

import { either } from '../bytes.js';

export function source(name) {
  return either(
    async () => {
      const { readFile } = await import('node:fs/promises');
      return readFile(`${__dirname}/${name}_bg.wasm`);
    },
    () => (name === 'tools' ? import('../../../dist/tools.base64.js') : import('../../../dist/client.base64.js')),
  );
}
