// API tokens: what one looks like, and the warning about one in a page, where every visitor can read it.

import { report } from './report.js';

/**
 * Whether it is a token, which a header can contain.
 * @param {unknown} token
 * @returns {token is string}
 */
export const isToken = (token) => typeof token === 'string' && /^[!-~]+$/.test(token);

/**
 * Warns if `token` is a literal, unless the page allows it.
 * @param {unknown} token
 * @param {boolean | null} [allowed] - The option `dangerouslyAllowBrowser`.
 */
export function warnOfToken(token, allowed) {
  if (!allowed && typeof token === 'string') report('token', {});
}
