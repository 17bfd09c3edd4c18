// Diagnostics: messages to developers on the console, each once a page and cause.
// Loaded with the first fault. It imports nothing that a page loads at once, so that
// bundlers do not split that.

/** @import { ClientRequest, RequestError } from '../shared/types.js' */
/** @import { AttributeFault } from './attributes.js' */
/** @import { Texts } from './messages.js' */

import { attributeFault, instead } from './attributes.js';
import { MESSAGES } from './messages.js';
import { causeOfNetworkError, withoutSecrets } from './network.js';

/**
 * What is known of a fault; which members are there depends on the cause.
 * @typedef {object} Fault
 * @property {string} [element] - The name of an element.
 * @property {string | undefined} [name] - Of an attribute, a module, a language.
 * @property {string | null} [value]
 * @property {string[]} [kind] - The valid values.
 * @property {AttributeFault['nearest']} [nearest]
 * @property {string} [url]
 * @property {unknown} [error]
 * @property {string} [problem] - A server's own account of a fault.
 */

/** The longest text that is repeated. */
const LONGEST = 200;

/** @type {Set<string>} */
const reported = new Set();

/**
 * A text of the page, or of others, on one line, and not too long.
 * @param {unknown} value
 */
function quoted(value) {
  const text = String(value ?? '').replace(/\p{Cc}+/gu, ' ');
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/**
 * Writes a message, unless one of the same key was written before.
 * @param {string} cause
 * @param {Partial<Record<keyof Texts, unknown>>} given
 * @param {string} [key] - By default, the message itself.
 */
function say(cause, given, key) {
  const { level = 'error', text } = MESSAGES[cause];
  const texts = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, quoted(value)]));
  const [what, remedy] = text(/** @type {Texts} */ (texts));
  const message = `product-pool: ${what.replace(/([.?!])\.+$/, '$1')} ${remedy}`;
  if (reported.has(key ?? message)) return;
  reported.add(key ?? message);
  console[level](message);
}

/** Whether the page's policy forbids WebAssembly: what engines say of that differs. */
function isWasmForbidden() {
  try {
    // The shortest module there is.
    return !new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
  } catch {
    return true;
  }
}

/**
 * Reports a fault in the page, or in how the package is served.
 * @param {string} cause
 * @param {Fault | AttributeFault} fault
 */
export function report(cause, fault) {
  if (cause === 'attribute') {
    const found = attributeFault(/** @type {AttributeFault} */ (fault));
    if (found) say(...found);
    return;
  }
  const { error, kind, nearest, problem, ...rest } = /** @type {Fault} */ (fault);
  if (problem) {
    say('fragment', { reason: problem });
    return;
  }
  const reason = /** @type {Partial<Error> | undefined} */ (error)?.message ?? error;
  const remedy = kind && instead(nearest?.(rest.value ?? '', kind), kind);
  say(cause === 'wasm' && isWasmForbidden() ? 'wasm-blocked' : cause, { ...rest, reason, remedy });
}

/**
 * The causes of errors that need no closer look, by code.
 * @type {Record<string, string>}
 */
const CAUSES = {
  timeout: 'timeout',
  rate_limited: 'rate-limited',
  forbidden: 'http',
  invalid_request: 'http',
  http: 'http',
  invalid_argument: 'argument',
};

/**
 * The cause of an error in a request to a service.
 * @param {ClientRequest} request
 * @param {RequestError} error
 * @param {Response | undefined} last
 * @param {URL} service
 * @returns {Promise<{ cause: string, origin?: string }>}
 */
async function causeOf({ productId, token, client }, { code = '', status, errors }, last, service) {
  if (service.username || service.password) return { cause: 'credentials' };
  if (code === 'network') return causeOfNetworkError(service);
  if (code === 'unauthenticated') return { cause: token === undefined && !client ? 'token-missing' : 'token-refused' };
  if (code === 'not_found' && productId) return { cause: 'id-not-found' };
  if (code === 'not_found') {
    // A gateway with a complete index of GTINs knows those of units as well.
    const isUnknown = errors?.some((problem) => problem.code === 'gtin_not_found');
    return { cause: isUnknown ? 'gtin-unknown' : 'gtin-not-found' };
  }
  if (code !== 'invalid_response') return { cause: CAUSES[code] ?? 'failed' };
  if (status === 404) return { cause: 'not-the-api' };
  if (!last?.headers.get('content-type')?.includes('html')) return { cause: 'invalid-response' };
  return { cause: last.redirected ? 'redirected' : 'html' };
}

/**
 * Reports why a request failed.
 * @param {ClientRequest} request
 * @param {RequestError} error
 * @param {Response} [last] - The last response.
 */
export async function reportFailure(request, error, last) {
  const { gtin, productId, client } = request;
  const { code, status, message: reason } = error;
  // The page's own client has an address of its own.
  const service = client ? error.url?.replace(/\/v2\/.*/, '') : request.baseUrl;
  if (!service || !URL.canParse(service)) {
    const cause = code === 'invalid_argument' ? 'argument' : 'failed';
    say(cause, { gtin, productId, reason, baseUrl: 'the service' }, `${cause} ${reason}`);
    return;
  }
  const baseUrl = withoutSecrets(service);
  const { cause, origin } = await causeOf(request, error, last, new URL(service));
  const url = withoutSecrets(last?.url ?? '');
  // The next product fails for the same reason; an invalid argument is a product's own.
  const key = cause === 'argument' ? reason : baseUrl;
  say(cause, { baseUrl, origin, url, gtin, productId, status, reason }, `${cause} ${key}`);
}
