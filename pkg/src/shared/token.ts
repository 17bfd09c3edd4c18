// API tokens: what one looks like, and the warning about one in a page, where every visitor can read it.

import { report } from './report.js';

/** Whether it is a token, which a header can contain. */
export const isToken = (token: unknown): token is string => typeof token === 'string' && /^[!-~]+$/.test(token);

/** Warns if `token` is a literal, unless the page allows it. */
export function warnOfToken(token: unknown, allowed?: boolean | null): void {
  if (!allowed && typeof token === 'string') report('token', {});
}
