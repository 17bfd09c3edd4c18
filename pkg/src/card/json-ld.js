// The description for search engines: schema.org JSON-LD in the page's head. Loaded
// with the first card that has `json-ld`.

/** @import { ProductLoader } from './product-loader.js' */

import { addDescription, textOf } from './description.js';

/** The description of one card's product. */
export class Description {
  /** @type {string | undefined} */
  #key;
  /** @type {(() => void) | undefined} */
  #end;

  /**
   * Describes the product of `loader`, if it is there, by the label's WebAssembly, which
   * is loaded now.
   * @param {ProductLoader | undefined} loader
   * @param {string} messages
   */
  async show(loader, messages) {
    const key = loader?.state === 'ready' ? `${loader.product}\n${loader.image}` : undefined;
    if (key === this.#key) return;
    this.end();
    this.#key = key;
    if (!loader?.product || key === undefined) return;
    try {
      const text = await textOf(loader.product, loader.image, messages);
      if (this.#key === key) this.#end = addDescription(String(loader.data?.pool_id ?? loader.product), text);
    } catch (error) {
      // The module could not be loaded, or the page's policy forbids the script; the
      // card itself is not affected.
      const { report } = await import('../diagnostics/elements.js');
      report('json-ld', { error });
    }
  }

  end() {
    this.#end?.();
    this.#end = this.#key = undefined;
  }
}
