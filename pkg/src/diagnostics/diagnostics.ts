// Diagnostics: messages to developers on the console, each once a page and cause.
// Loaded with the first fault. It imports nothing that a page loads at once, so that
// bundlers do not split that. Those of elements are in elements.ts.

import type { ClientRequest, RequestError } from '../shared/types.js';
import { MESSAGES, WARNINGS } from './messages.js';
import { causeOfNetworkError, withoutSecrets } from './network.js';

/** The data of a fault; which members are there depends on the cause. */
export interface Fault {
  element?: string;
  other?: string;
  name?: string | undefined;
  value?: string | null;
  kind?: string[];
  url?: string;
  baseUrl?: string | undefined;
  gtin?: string | undefined;
  productId?: string | undefined;
  error?: unknown;
  /** A server's own account of a fault. */
  problem?: string;
}

/** A request whose failure is reported; of one by a page's own client, only the client and the product are known. */
export type FailedRequest = Partial<Omit<ClientRequest, 'client'>> & { client?: unknown };

const LONGEST = 200;

/** The property of the page with the messages of all modules of the package. */
const KEY = Symbol.for('product-pool.reported');

const page = globalThis as { [KEY]?: Set<string> };
const reported = (page[KEY] ??= new Set());

/** A text of the page, or of others, on one line, and not too long. */
function quoted(value: unknown) {
  const text = String(value ?? '').replace(/\p{Cc}+/gu, ' ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/**
 * Writes a message, unless one of the same key was written before.
 *
 * @param key - By default, the message itself.
 */
export function say(cause: string, given: Record<string, unknown>, key?: string): void {
  const [what, remedy] = MESSAGES[cause].map((text) => text.replace(/\{(\w+)\}/g, (_, name) => quoted(given[name])));
  const message = `product-pool: ${what.replace(/([.?!])\.+$/, '$1')} ${remedy}`;
  if (reported.has(key ?? message)) return;
  reported.add(key ?? message);
  console[WARNINGS.includes(cause) ? 'warn' : 'error'](message);
}

/**
 * Warns of a GTIN whose check digit is wrong.
 *
 * @param excess - How much the last digit is too large, modulo 10.
 */
export function warnOfGtin(gtin: string, excess: number): void {
  const last = Number(gtin.at(-1));
  say('check-digit', { gtin, last, right: (last - excess + 10) % 10 }, gtin.padStart(14, '0'));
}

/** Why no WebAssembly runs at all, if that is so: what engines say of a policy that forbids it differs. */
function causeOfNoWasm() {
  if (typeof WebAssembly !== 'object') return 'no-wasm';
  try {
    // The shortest module there is.
    new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    return undefined;
  } catch {
    return 'wasm-blocked';
  }
}

export function report(cause: string, { error, ...rest }: Fault & Record<string, unknown>): void {
  if (cause === 'network') return reportFailure({ client: {} }, error as RequestError);
  const reason = (error as Partial<Error> | undefined)?.message ?? error;
  // A pool that draws no card draws none of a whole listing, and one that lacks a product may lack many.
  const key = cause === 'not-drawn' ? cause : rest.baseUrl && `${cause} ${rest.baseUrl}`;
  say((cause === 'wasm' && causeOfNoWasm()) || cause, { ...rest, reason }, key);
  return undefined;
}

/** The causes of errors that need no closer look, by code. */
const CAUSES: Record<string, string> = {
  timeout: 'timeout',
  rate_limited: 'rate-limited',
  forbidden: 'http',
  invalid_request: 'http',
  http: 'http',
  invalid_argument: 'argument',
  invalid_response: 'invalid-response',
};

/** The target of a base URL that is none: the page's own host. */
const isOfPage = ({ protocol, origin, pathname }: URL) =>
  protocol === 'file:' || (origin === globalThis.location?.origin && pathname === '/');

function causeOf(
  { productId, token, client }: FailedRequest,
  { code = '', status, errors }: RequestError,
  last: Response | undefined,
  service: URL,
) {
  if (service.username || service.password) return 'credentials';
  if (service.protocol === 'file:') return 'no-base-url';
  if (code === 'network') return causeOfNetworkError(service);
  if (code === 'unauthenticated') return token === undefined && !client ? 'token-missing' : 'token-refused';
  if (code === 'not_found' && productId) return 'id-not-found';
  if (code === 'not_found') {
    // A gateway with a complete index of GTINs knows those of units as well.
    const isUnknown = errors?.some((problem) => problem.code === 'gtin_not_found');
    return isUnknown ? 'gtin-unknown' : 'gtin-not-found';
  }
  const isPage = status === 404 || last?.headers.get('content-type')?.includes('html');
  return code === 'invalid_response' && isPage && isOfPage(service) ? 'no-base-url' : (CAUSES[code] ?? 'failed');
}

/** The texts that scripts and templates write for a value that is not there. */
const PLACEHOLDER = /^(undefined|null|NaN|\[object .*\]|\{\{.*|\$\{.*)$/;

/** Reports why a request failed. */
export function reportFailure(request: FailedRequest, error: RequestError, last?: Response): void {
  const { gtin, productId, client } = request;
  const { code, status, message: reason } = error;
  const product = gtin || productId;
  if (PLACEHOLDER.test(productId ?? gtin ?? '')) return say('placeholder', { value: product });
  // The page's own client has its own address.
  const service = client ? error.url?.replace(/\/v2\/.*/, '') : request.baseUrl;
  if (!service || !URL.canParse(service)) {
    const cause = code === 'invalid_argument' ? 'argument' : 'failed';
    return say(cause, { product, reason, baseUrl: 'the service' }, `${cause} ${reason}`);
  }
  const baseUrl = withoutSecrets(service);
  const address = new URL(service);
  const cause = causeOf(request, error, last, address);
  // The next product fails for the same reason; an invalid argument is a product's own.
  const key = cause === 'argument' ? reason : baseUrl;
  const { origin } = globalThis.location ?? {};
  const given = { baseUrl, service: address.origin, origin, product, gtin, productId, status, reason };
  return say(cause, given, `${cause} ${key}`);
}
