// The warning about an API token in a page, where anybody can read it.

let warned = false;

/**
 * Warns once if `token` is a literal, unless the page allows it.
 * @param {unknown} token
 * @param {boolean} [allowed] - The option `dangerouslyAllowBrowser`.
 */
export function warnOfToken(token, allowed) {
  if (warned || allowed || typeof token !== 'string') return;
  warned = true;
  console.warn(
    'product-pool: this page contains an API token, which every visitor can read. ' +
      'Put a gateway that adds the token between the page and the service, and pass its address ' +
      'as `baseUrl`; or set `dangerouslyAllowBrowser: true` if the token is meant to be public.',
  );
}
