// Loads a product's record and its images, for WebAssembly to draw.

import type { Received } from '../shared/received.js';
import type { RequestError } from '../shared/types.js';
import type { ProductLoader } from './product-loader.js';
import { failureOf } from '../shared/failures.js';
import { toJson } from '../shared/json.js';
import { imagesIn, requestImages, requestProduct } from './fetch.js';
import { settle } from './probe.js';

/** The product whose images a loader requests, and which responses about them. */
const requested: WeakMap<ProductLoader, { id: string; kinds: Set<boolean> }> = new WeakMap();

/** Requests a product and its images. */
export async function loadRecord(loader: ProductLoader, again: boolean): Promise<void> {
  const { request, signal } = loader;
  if (signal.aborted) return;
  const { productId } = request;
  // The images can be requested at once if the identifier is known.
  if (productId) loadImages(loader, productId, again);
  try {
    const { text, data, stale, gtin, received } = await requestProduct(request, { signal, again });
    // What could not be reached was the card alone.
    if (loader.undrawn) settle(request.baseUrl, loader.undrawn.name === 'TypeError');
    if (signal.aborted) return;
    loader.received = received;
    loader.ready({ text, data, stale, gtin });
    if (loader.id) loadImages(loader, loader.id, again);
  } catch (thrown) {
    settle(request.baseUrl, false);
    if (signal.aborted) return;
    loader.fail(thrown as RequestError);
  }
  loader.changed();
}

/**
 * Requests the list of images, for that of a product without any is a response like others: a request
 * for its feature image would be an error on the console of every page. Of several images the list does
 * not say which is the feature image, and a service may have no list.
 */
async function loadImages(loader: ProductLoader, id: string, again?: boolean): Promise<void> {
  const { request, needs, signal, pictures } = loader;
  const showsAll = needs.includes('images');
  const before = requested.get(loader);
  const known = before?.id === id ? before : { id, kinds: new Set<boolean>() };
  requested.set(loader, known);
  if (needs.length === 0 || known.kinds.has(showsAll)) return;
  known.kinds.add(showsAll);
  loader.awaited += 1;
  const list = await requestImages(request, id, false, { signal, again });
  const images = imagesIn(list);
  let image = images?.length ? toJson({ data: images[0] }) : undefined;
  if (!images || images.length > 1) image = (await requestImages(request, id, true, { signal, again })) ?? image;
  loader.awaited -= 1;
  if (signal.aborted) return;
  pictures.image = image ?? pictures.image;
  if (showsAll) pictures.images = list ?? pictures.images;
  loader.changed();
}

/** Requests the images that a card needs by now, once it is known whose: those of a product that the page gave, too. */
export function needImages(loader: ProductLoader, images: ('image' | 'images')[]): void {
  loader.needs = images;
  const { id } = requested.get(loader) ?? { id: loader.request.images ? loader.id : undefined };
  if (id) loadImages(loader, id);
}

/** Requests the product again, and takes the answer unless that says the same. */
export async function renewRecord(loader: ProductLoader): Promise<Received | undefined> {
  const { request, signal } = loader;
  try {
    const { text, data, stale, gtin, received } = await requestProduct(request, {
      signal,
      again: true,
      isRenewal: true,
    });
    if (signal.aborted) return undefined;
    const { content } = loader;
    const before = content.kind === 'record' ? content : undefined;
    // A server may write characters in another way into a page.
    const isSame = before && toJson(data) === toJson(before.data);
    if (isSame) loader.content = { ...before, stale, isRenewed: before.isRenewed || stale !== before.stale };
    else loader.ready({ text, data, stale, gtin, isRenewed: true });
    if (!isSame && loader.id && request.images) loadImages(loader, loader.id);
    loader.changed();
    return received;
  } catch (thrown) {
    const error = thrown as RequestError;
    // Any other failure may pass.
    if (!signal.aborted && failureOf(error) === 'not-found') {
      loader.fail(error);
      loader.changed();
    }
    throw error;
  }
}
