// Descriptions of products as JSON-LD, and the script elements that hold them.

/**
 * The description of a product, made by the label's WebAssembly.
 * @param {string} product - As JSON, as are the others.
 * @param {string | undefined} image
 * @param {string} messages
 */
export async function textOf(product, image, messages) {
  const { jsonLd } = await import('../../label.js');
  return jsonLd(product, { image: image && JSON.parse(image), messages: JSON.parse(messages) });
}

/**
 * @typedef {{ createScript(text: string): string }} Policy
 * @typedef {{ createPolicy(name: string, rules: Policy): Policy }} TrustedTypes
 */

/**
 * The policy for Trusted Types, once it is needed.
 * @type {Policy | undefined}
 */
let policy;

/**
 * The text of a description for a script element. A page with
 * `require-trusted-types-for` requires a policy for data scripts too: it allows the
 * policy `product-pool` in its `trusted-types`.
 * @param {string} text
 */
function trusted(text) {
  // Safe in HTML too, in case the page is serialised.
  const safe = text.replaceAll('<', '\\u003c');
  const { trustedTypes } = /** @type {{ trustedTypes?: TrustedTypes }} */ (/** @type {unknown} */ (globalThis));
  if (!trustedTypes) return safe;
  policy ??= trustedTypes.createPolicy('product-pool', { createScript: (data) => data });
  return policy.createScript(safe);
}

/**
 * The descriptions in the document, by product, each with the number of its users.
 * @type {Map<string, { script: HTMLScriptElement, users: number, text?: string }>}
 */
const descriptions = new Map();

/**
 * Describes a product in the document's head, once for all elements; returns the
 * function that removes the description.
 * @param {string} id
 * @param {string} text
 */
export function addDescription(id, text) {
  let entry = descriptions.get(id);
  if (!entry) {
    entry = { script: document.createElement('script'), users: 0 };
    entry.script.type = 'application/ld+json';
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
