// The warning about an API token in a page, where every visitor can read it.

let warned = false;

/**
 * Warns once if `token` is a literal, unless the page allows it.
 * @param {unknown} token
 * @param {boolean | null} [allowed] - The option `dangerouslyAllowBrowser`.
 */
export function warnOfToken(token, allowed) {
  if (warned || allowed || typeof token !== 'string') return;
  warned = true;
  console.warn(
    'product-pool: this page contains an API token, which every visitor can read. ' +
      'Use a gateway that adds the token as `baseUrl`, or set `dangerouslyAllowBrowser: true`.',
  );
}
