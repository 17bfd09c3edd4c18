// The description for search engines: schema.org JSON-LD in the page's head. Loaded
// with the first card that has `json-ld`.

import type { ProductLoader } from './product-loader.js';

/** The description of a product, made by the label's WebAssembly. */
async function textOf(product: string, image: string | undefined, gtin: string | undefined, messages: string) {
  const { jsonLd } = await import('../../label.js');
  return jsonLd(product, { image: image && JSON.parse(image), gtin, messages: JSON.parse(messages) });
}

interface Policy {
  createScript(text: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

/** The policy for Trusted Types, once it is needed. */
let policy: Policy | undefined;

/**
 * The text of a description for a script element. A page with
 * `require-trusted-types-for` requires a policy for data scripts too: it allows the
 * policy `product-pool` in its `trusted-types`.
 */
function trusted(text: string) {
  // Safe in HTML too, in case the page is serialised.
  const safe = text.replaceAll('<', '\\u003c');
  const { trustedTypes } = globalThis as unknown as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return safe;
  policy ??= trustedTypes.createPolicy('product-pool', { createScript: (data) => data });
  return policy.createScript(safe);
}

/** The descriptions in the document, by product, each with the number of its users. */
const descriptions: Map<string, { script: HTMLScriptElement; users: number; text?: string }> = new Map();

/**
 * Describes a product in the document's head, once for all elements; returns the
 * function that removes the description.
 */
function addDescription(id: string, text: string) {
  let entry = descriptions.get(id);
  if (!entry) {
    entry = { script: document.createElement('script'), users: 0 };
    entry.script.type = 'application/ld+json';
    // Distinguishes it from the page's own.
    entry.script.dataset.productPool = '';
    descriptions.set(id, entry);
  }
  const shared = entry;
  shared.users += 1;
  if (shared.text !== text) {
    shared.text = text;
    shared.script.text = trusted(text);
    // With its text: a script that is empty at first would run when it is filled.
    if (!shared.script.isConnected) document.head.append(shared.script);
  }
  return () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    shared.script.remove();
    descriptions.delete(id);
  };
}

export class Description {
  #key: string | undefined;
  #end: (() => void) | undefined;

  /** Describes the product of `loader`, if it is there, by the label's WebAssembly, which is loaded now. */
  async show(loader: ProductLoader | undefined, messages: string): Promise<void> {
    const { content, pictures, request } = loader ?? {};
    const record = content?.kind === 'record' ? content : undefined;
    const key = record && `${record.text}\n${pictures?.image}`;
    if (key === this.#key) return;
    if (!record || key === undefined) {
      this.end();
      return;
    }
    this.#key = key;
    try {
      const text = await textOf(record.text, pictures?.image, record.gtin ?? request?.gtin, messages);
      if (this.#key === key) this.#replace(addDescription(loader?.id ?? record.text, text));
    } catch (error) {
      if (this.#key === key) this.#replace(undefined);
      // The module could not be loaded, or the page's policy forbids the script; the
      // card itself is not affected.
      const { report } = await import('../diagnostics/elements.js');
      report('json-ld', { error });
    }
  }

  /**
   * Ends the description so far once the next one stands: a reader of the page never
   * meets it without one, as when the images of a product arrive after it.
   */
  #replace(end: (() => void) | undefined) {
    this.#end?.();
    this.#end = end;
  }

  end(): void {
    this.#replace(undefined);
    this.#key = undefined;
  }
}
