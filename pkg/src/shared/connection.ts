// Where an element's requests go, and with which token.

import type { Token } from './settings.js';
import type { Connection } from './types.js';
import { propertiesOf } from './properties.js';
import { page, setting } from './page-settings.js';
import { warnOfToken } from './token.js';

/** An absolute base address without a last slash or `/v2`; '' is the page's own origin. */
export function absolute(baseUrl: string | null | undefined): string {
  try {
    const { href } = new URL(baseUrl?.trim() || '/', document.baseURI);
    return href.replace(/\/+$/, '').replace(/\/v2$/, '').replace(/\/+$/, '');
  } catch {
    return baseUrl as string; // The client reports what is wrong with it.
  }
}

/**
 * The page's token for an address. It is sent to the address it was configured
 * with (the page's own origin if there was none) and nowhere else: an element in
 * injected HTML must not carry the token away.
 */
function tokenFor(baseUrl: string) {
  const sources: { token?: Token; baseUrl?: string }[] = [
    page.given,
    ...[...page.elements].map((element) => element.connection()),
  ];
  const source = sources.find(({ token }) => token !== undefined);
  return source && absolute(source.baseUrl) === baseUrl ? source.token : undefined;
}

/**
 * The address of an element's requests, and their token or client. A function, not a
 * method: the page's token must not be readable from an element.
 */
export function connectionOf(element: HTMLElement): Connection {
  const own = propertiesOf(element);
  const baseUrl = absolute(element.getAttribute('base-url') ?? setting('baseUrl'));
  // The page's client is for the page's address.
  const client = own.client ?? (element.hasAttribute('base-url') ? undefined : setting('client'));
  const token = own.token ?? tokenFor(baseUrl);
  warnOfToken(token, setting('dangerouslyAllowBrowser'));
  return { baseUrl, token, client };
}
