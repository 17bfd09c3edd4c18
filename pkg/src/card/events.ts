// What a page hears of a card: events, and reports on the console.

import type { Product } from '../../index.js';
import type { CardRequest } from '../shared/types.js';
import type { ProductLoader } from './product-loader.js';
import type { CardElement } from './request.js';
import { errorDetail } from '../shared/failures.js';
import { digitsOf, warnOfCheckDigit } from '../shared/gtin.js';
import { report } from '../shared/report.js';
import { addressOf } from './request.js';

function announceOutcome(card: CardElement, { state, data, error, isDrawn }: ProductLoader, { gtin }: CardRequest) {
  if (state === 'ready') {
    // A gateway sends a few members of the record, which say nothing of allergens.
    const product = isDrawn ? undefined : data;
    const { pool_id: productId, general, outer, components } = data as Product;
    const units = Array.isArray(components) ? components.map((one) => one?.inner?.internal_gtin) : [];
    const gtins = [...new Set([outer?.traded_unit_gtin, ...units])].filter(Boolean);
    card.announce('load', { productId, gtin: gtins[0] ?? gtin, gtins, name: general?.product_name, product });
  } else {
    card.announce('error', errorDetail(error ?? {}));
  }
}

function successorOf(card: CardElement, { data, successors }: ProductLoader) {
  if (successors.length === 0) return undefined;
  const url = addressOf(card, successors[0]);
  const detail = { productId: data?.pool_id, replacedBy: successors, url };
  // A listener that shows the successor itself prevents the link.
  return card.announce('replaced', detail, true) ? url : undefined;
}

/** What a page has heard of a card: each outcome, and the successors of each product, once. */
export class Announcements {
  #card;
  /** The outcome that was announced: a record or an error. */
  #outcome: unknown;
  /** The product whose successor was looked for. */
  #replaced: unknown;
  /** The address of that successor. */
  successor: string | undefined;

  constructor(card: CardElement) {
    this.#card = card;
  }

  /**
   * Announces the outcome of a request that the card shows.
   *
   * @param isShown - Whether the card still shows it.
   */
  announce(loader: ProductLoader, request: CardRequest, isShown: () => boolean): void {
    const { state, undrawn: error } = loader;
    const outcome = loader.error ?? loader.data;
    if (this.#outcome === outcome || state === 'loading') return;
    this.#outcome = outcome;
    const { baseUrl, gtin, productId, isExpected } = request;
    if (error && state === 'ready' && isExpected) report('not-drawn', { error });
    if (loader.isDrawn) {
      if (loader.error) report(productId ? 'id-not-found' : 'gtin-unknown', { baseUrl, gtin, productId });
      if (gtin) warnOfCheckDigit(digitsOf(gtin));
    }
    // Once its outcome is in the DOM, so that a listener may call back.
    setTimeout(() => {
      if (isShown()) announceOutcome(this.#card, loader, request);
    });
  }

  /** Finds the link to a product's successor, which is announced once. */
  findSuccessor(loader: ProductLoader): void {
    const { state, data, id, successors } = loader;
    const of = id ? `${id} ${successors}` : data;
    if (state !== 'ready' || this.#replaced === of) return;
    this.#replaced = of;
    this.successor = successorOf(this.#card, loader);
  }

  end(): void {
    this.#outcome = this.#replaced = this.successor = undefined;
  }
}
