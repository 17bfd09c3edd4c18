// Why a request got no response. A page learns only that it failed: a second request
// finds out more.

/** The longest time of the second request, in milliseconds. */
const TIMEOUT = 5000;

/**
 * An address to be shown: without user name, password, query and fragment.
 * @param {string} address
 */
export function withoutSecrets(address) {
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
  } catch {
    return address.replace(/\/\/[^/]*@/, '//').replace(/[?#].*/, '');
  }
}

/**
 * Whether browsers treat a host as secure without https: that of the machine itself.
 * @param {string} host
 */
const isLocal = (host) => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/**
 * Requests an address without CORS: any answer resolves it. Whether there was one, or
 * the page's policy forbade the request.
 * @param {URL} address
 */
async function probe(address) {
  let isForbidden = false;
  const note = (/** @type {SecurityPolicyViolationEvent} */ { effectiveDirective, disposition, blockedURI }) => {
    // Not that of another request of the page.
    const isOwn = blockedURI.startsWith(address.origin);
    isForbidden ||= isOwn && effectiveDirective === 'connect-src' && disposition === 'enforce';
  };
  document.addEventListener('securitypolicyviolation', note);
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
    // The one path that a gateway lets pages of all origins see.
    await fetch(`${address.href.replace(/\/$/, '')}/healthz`, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    return 'answered';
  } catch {
    // The event comes in a later task.
    await new Promise((resolve) => setTimeout(resolve));
    return isForbidden ? 'forbidden' : 'failed';
  } finally {
    document.removeEventListener('securitypolicyviolation', note);
  }
}

/**
 * The cause of a failed request to an address.
 * @param {URL} address
 * @returns {Promise<{ cause: string, origin?: string }>}
 */
export async function causeOfNetworkError(address) {
  const { protocol, origin } = globalThis.location;
  if (protocol === 'file:') return { cause: 'file' };
  if (protocol === 'https:' && address.protocol === 'http:' && !isLocal(address.hostname))
    return { cause: 'mixed-content' };
  const outcome = await probe(address);
  if (outcome === 'forbidden') return { cause: 'connect-src' };
  const isCors = outcome === 'answered' && address.origin !== origin;
  return isCors ? { cause: 'cors', origin } : { cause: 'unreachable' };
}
