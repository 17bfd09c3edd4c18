// Why a request got no response. A page learns only that it failed; the browser says more on the console.

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
 * The cause of a failed request to an address.
 * @param {URL} address
 */
export function causeOfNetworkError({ protocol, hostname }) {
  const page = globalThis.location.protocol;
  if (page === 'file:') return 'file';
  return page === 'https:' && protocol === 'http:' && !isLocal(hostname) ? 'mixed-content' : 'unreachable';
}
