// The elements in the pages of the site.

import { withBase } from 'vitepress';
import { clientOf } from './client.js';

const address = (path) => new URL(withBase(path), location.href);

let elements;

/** Loads the elements, once, and has them ask this client. */
export function loadElements() {
  elements ??= (async () => {
    const module = (name) => import(/* @vite-ignore */ address(`/product-pool/${name}`).href);
    const card = await module('card.js');
    card.configure({ client: clientOf(address('/pool/')) });
    await Promise.all([module('matrix.js'), module('changes-view.js'), module('scanner.js')]);
    return card;
  })();
  return elements;
}
