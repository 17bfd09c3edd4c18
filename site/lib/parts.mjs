// Pages whose text is a document, with a part of the site where the document says so.

import { forGenerator } from './assemble.mjs';
import { RUST } from './rust.mjs';

/** The products of the showcase whose states a card shows by itself, wherever its page is. */
export const statesOf = (showcase) =>
  showcase
    .filter(({ state }) => !state || state === 'not-found' || state === 'bad-gtin')
    .map(({ key, gtin, title, shows }) => ({ key, gtin, title, shows }));

/**
 * A page for the generator, with the gallery of states or the playground in it.
 * @param {import('./assemble.mjs').Page} page
 * @param {object[]} showcase - The products of the demo.
 * @param {string} base - The address of the site.
 */
export function withParts(page, showcase, base) {
  const data = JSON.stringify(statesOf(showcase)).replaceAll("'", '&#39;');
  const isWide = page.text.includes('<!-- live playground -->');
  return forGenerator(page, isWide ? { pageClass: 'wide', aside: false } : {})
    .replace(/<!-- live states -->.*<!-- end of states -->/s, () => `<StateGallery :states='${data}' />`)
    .replace('<!-- live api -->', `<p><a href="${base}${RUST}" target="_self">The whole API of the crate</a></p>`)
    .replace('<!-- live playground -->', '<PlayGround />');
}
