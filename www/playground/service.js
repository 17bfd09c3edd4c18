// What the playground asks: the gateway of the demo, which is where the page is. On the documentation's
// site another module, with records of its own, is in this one's place.

/** The address of the package, as it is built. */
export const PACKAGE = new URL('../../pkg/dist/', import.meta.url);

/** The address of the elements' modules, whose comments describe them. */
export const SOURCES = new URL('../src/', PACKAGE);

/** What a page sets, as the playground writes it. A gateway draws a card once that is chosen. */
export const SETTINGS = { baseUrl: location.origin, rendering: 'browser' };

/** What is set besides that, unwritten. */
export const UNWRITTEN = {};

/** Whether there is a gateway that draws cards. */
export const HAS_GATEWAY = true;

/**
 * The product with a GTIN.
 * @param {string} gtin
 */
export async function readProduct(gtin) {
  const response = await fetch(`/v2/products/gtin/${gtin}`);
  if (!response.ok) throw new Error(`${response.status} from ${response.url}`);
  const { data } = await response.json();
  return data;
}
