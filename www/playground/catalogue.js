// The demo catalogue that the playground shows: its token, and requests to it.

/** The token of the demo catalogue, which servers accept on loopback only. */
export const TOKEN = 'demo';

/**
 * Fetches JSON of the demo.
 * @param {string | URL} address
 */
export async function readJson(address) {
  const response = await fetch(address, { headers: { Authorization: `Bearer ${TOKEN}` } });
  if (!response.ok) throw new Error(`${response.status} from ${address}`);
  return response.json();
}

/** The products that are the same in every demo catalogue, each with something special to show. */
export const readShowcase = () => readJson(new URL('../showcase.json', import.meta.url));
