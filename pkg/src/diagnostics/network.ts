// Why a request got no response. A page learns only that it failed; the browser says more on the console.

/** An address to be shown: without user name, password, query and fragment. */
export function withoutSecrets(address: string): string {
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname.replace(/\/$/, '')}`;
  } catch {
    return address.replace(/\/\/[^/]*@/, '//').replace(/[?#].*/, '');
  }
}

/** Whether browsers treat a host as secure without https: that of the machine itself. */
const isLocal = (host: string) => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);

export function causeOfNetworkError({ protocol, hostname }: URL): 'file' | 'mixed-content' | 'unreachable' {
  const page = globalThis.location.protocol;
  if (page === 'file:') return 'file';
  return page === 'https:' && protocol === 'http:' && !isLocal(hostname) ? 'mixed-content' : 'unreachable';
}
