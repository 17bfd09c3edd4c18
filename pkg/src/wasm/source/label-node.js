// The label's source of the CommonJS build for Node, beside which the file lies.

import { either } from '../bytes.js';

export function source() {
  return either(
    async () => {
      const { readFile } = await import('node:fs/promises');
      return readFile(`${__dirname}/label_bg.wasm`);
    },
    () => import('../../../dist/label.base64.js'),
  );
}
