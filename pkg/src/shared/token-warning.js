// The warning about an API token in a page, where every visitor can read it.

import { report } from './report.js';

/**
 * Warns if `token` is a literal, unless the page allows it.
 * @param {unknown} token
 * @param {boolean | null} [allowed] - The option `dangerouslyAllowBrowser`.
 */
export function warnOfToken(token, allowed) {
  if (!allowed && typeof token === 'string') report('token', {});
}
