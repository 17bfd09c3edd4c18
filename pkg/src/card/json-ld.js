// What is said to search engines: schema.org JSON-LD in the page's head.

import { element } from '../shared/placeholders.js';

/** Vouches for descriptions where the page asks that scripts are vouched for. */
let policy;

/**
 * The text of a description as a script takes it. That it is data and no code
 * makes no difference to a page with `require-trusted-types-for`, which names
 * the policy `product-pool` among its `trusted-types`.
 */
function trusted(text) {
  // As text that could stand in HTML too, if somebody writes the page out.
  const safe = text.replaceAll('<', '\\u003c');
  if (!globalThis.trustedTypes) return safe;
  policy ??= globalThis.trustedTypes.createPolicy('product-pool', { createScript: (data) => data });
  return policy.createScript(safe);
}

/** The descriptions that stand in the document: by product, each with those who want it. */
const descriptions = new Map();

/**
 * Describes a product in the document's head, once however many elements do;
 * gives the function that takes the description away.
 */
function describe(id, text) {
  let entry = descriptions.get(id);
  if (!entry) {
    entry = { script: element('script', { type: 'application/ld+json' }), users: 0 };
    descriptions.set(id, entry);
  }
  entry.users += 1;
  if (entry.text !== text) {
    entry.text = text;
    entry.script.text = trusted(text);
    // Not empty: what is put into it later counts as a change to a script.
    if (!entry.script.isConnected) document.head.append(entry.script);
  }
  return () => {
    entry.users -= 1;
    if (entry.users > 0) return;
    entry.script.remove();
    descriptions.delete(id);
  };
}

/** The description of one card's product, as long as it stands there. */
export class Description {
  #key;
  #end;

  /**
   * Describes the product of `load`, if there is one to be described. That takes
   * the label's WebAssembly, which few pages want and which is loaded now.
   */
  async show(load, messages) {
    const key = load?.state === 'ready' ? `${load.product}\n${load.image}` : undefined;
    if (key === this.#key) return;
    this.end();
    this.#key = key;
    if (key === undefined) return;
    try {
      const { jsonLd } = await import('../../label.js');
      const text = await jsonLd(load.product, {
        image: load.image && JSON.parse(load.image),
        messages: JSON.parse(messages),
      });
      if (this.#key === key) this.#end = describe(String(load.data.pool_id ?? load.product), text);
    } catch (error) {
      // It could not be loaded, or the page's policy is against it; the card
      // itself does not mind.
      console.error('<product-pool-card>: the product could not be described as JSON-LD.', error);
    }
  }

  end() {
    this.#end?.();
    this.#end = this.#key = undefined;
  }
}
