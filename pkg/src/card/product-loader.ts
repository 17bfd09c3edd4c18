// Loads what a card shows: the card that a gateway drew, or the product's record for WebAssembly to draw.

import type { CardRequest, FailureState, RawRecord, RequestError, ViewState } from '../shared/types.js';
import type { Received } from '../shared/received.js';
import type { DrawnCard } from './drawn.js';
import type { Builder } from './parts.js';
import { plain } from '../shared/attempt.js';
import { cacheOf, dedupe } from '../shared/dedupe.js';
import { failureOf, notProduct } from '../shared/failures.js';
import { received, withPage } from '../shared/received.js';
import { dataOf } from '../shared/record.js';
import { today } from '../shared/today.js';
import { loadBrowser, loadBuilder, loadLater, parts, withLater } from './parts.js';
import { drawsNone, probing, settle } from './probe.js';
import { inTurn } from './turns.js';
import { watcherOf } from './visibility.js';

/** After how long a request is slow, in milliseconds. */
const SLOW = 10_000;

/** A card that a gateway drew, and what it was built from. */
export interface Drawn {
  kind: 'drawn';
  built: DrawnCard;
  text: string;
  /** A few members of the product's record. */
  data: RawRecord;
  /** Why there is no product, where the card says that. */
  error: RequestError | undefined;
}

/** A product's record, as the view takes it. */
export interface Loaded {
  kind: 'record';
  /** The response, as JSON. */
  text: string;
  data: RawRecord;
  /** Since when a gateway could not check it: `2026-01-31T12:00:00Z`. */
  stale?: string | undefined;
  /** The GTIN of the component that a scan led to. */
  gtin?: string | undefined;
  /** Whether it is another one than a server put into the page. */
  isRenewed?: boolean;
}

/** Why there is no product. */
export interface Failed {
  kind: 'failed';
  state: FailureState;
  error: RequestError;
  /** A sentence about an invalid GTIN. */
  detail: string | undefined;
}

/** What is known of a product's record. */
export type Content = { kind: 'loading' } | Loaded | Failed;

/** A reason as a whole sentence. */
const sentence = (reason: string) => `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.?$/, '.')}`;

/** An identifier in a record as text; undefined where it has another form, of which the view says more. */
const idOf = (id: unknown) =>
  typeof id === 'number' || (typeof id === 'string' && id.trim()) ? String(id) : undefined;

export class ProductLoader {
  request: CardRequest;
  /** The card that the gateway drew, which stays until the record is there that is requested in its place. */
  drawn: Drawn | undefined;
  content: Content = { kind: 'loading' };
  /** The responses about images, as JSON. */
  pictures: { image?: string | undefined; images?: string | undefined } = {};
  /** The responses about images that are needed. */
  needs: ('image' | 'images')[];
  /** How many of them were requested and are not there yet. */
  awaited = 0;
  /** Called whenever more is known. */
  changed: () => void;
  /** The reason why the gateway drew no card, where it was to. */
  undrawn: Error | undefined;
  /** When the answer arrived that is shown; undefined for a product that the page gave. */
  received: Received | undefined;
  /** From when that is, because it is too old: `2026-01-31T12:00:00.000Z`. */
  oldSince: string | undefined;
  /** Whether it takes so long that the reader should know. */
  isSlow = false;
  #isFollowed = false;
  /** How often the gateway could not draw the card. */
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #controller = new AbortController();

  /**
   * Requests a product, or reads the one in the request.
   *
   * @param images - The responses about images that are needed.
   * @param again - Whether a new response is wanted, not a cached one.
   */
  constructor(request: CardRequest, images: ('image' | 'images')[], again: boolean, changed: () => void) {
    this.request = request;
    this.needs = images;
    this.changed = changed;
    const { product, served } = request;
    if (product !== undefined) {
      const { image, images, stale } = served ?? {};
      this.pictures = { image, images };
      if (served) this.received = withPage(served.received);
      // A JSON string without escapes.
      this.ready({ text: product, data: dataOf(product), stale: stale?.slice(1, -1) });
    } else if (request.drawn) {
      this.#loadDrawn(again);
    } else {
      this.start(again);
    }
  }

  /** Aborted once the card shows another product, or none. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether the gateway draws the card. */
  get isDrawn(): boolean {
    return this.request.drawn !== undefined && !this.undrawn;
  }

  /** What the card shows. */
  get #shown(): Drawn | Content {
    return (this.isDrawn && this.drawn) || this.content;
  }

  get state(): ViewState {
    const shown = this.#shown;
    if (shown.kind === 'failed') return shown.state;
    if (shown.kind === 'drawn') return shown.built.failure ?? 'ready';
    return shown.kind === 'record' ? 'ready' : 'loading';
  }

  /** The product's record, of which a few members come with a drawn card. */
  get data(): RawRecord | undefined {
    const shown = this.#shown;
    return 'data' in shown ? shown.data : undefined;
  }

  get error(): RequestError | undefined {
    const shown = this.#shown;
    return 'error' in shown ? shown.error : undefined;
  }

  /** Whether the record is another one than a server put into the page. */
  get isRenewed(): boolean {
    return this.content.kind === 'record' && this.content.isRenewed === true;
  }

  /** The identifiers of the product's successors, in whichever form the record has them. */
  get successors(): string[] {
    const { replaced_by: replaced } = this.data ?? {};
    const ones = Array.isArray(replaced) ? replaced : [replaced];
    return ones.flatMap((one) => idOf(one?.pool_id ?? one?.id ?? one) ?? []);
  }

  /** The product's identifier, if the record has one. */
  get id(): string | undefined {
    return idOf(this.data?.pool_id);
  }

  /** Whether everything that was requested is there. */
  get isWhole(): boolean {
    return this.state !== 'loading' && this.awaited === 0;
  }

  /** Requests the card that the gateway draws; by default a new one, not one that was given a moment ago. */
  requestDrawn(again: boolean = true): Promise<{ text: string; received: Received }> {
    const { baseUrl, token, drawn } = this.request;
    const url = `${baseUrl}${drawn}`;
    const work = async (signal: AbortSignal) => {
      const { text, headers } = await plain(url, token, signal, cacheOf({ again }), true);
      return { text, received: received(headers, again) };
    };
    return dedupe([url, token], work, { signal: this.signal, again, address: baseUrl });
  }

  async #loadDrawn(again: boolean) {
    const { request, signal } = this;
    try {
      const [answer] = await Promise.all([probing(request, () => this.requestDrawn(again)), loadBuilder()]);
      this.take(answer);
      settle(request.baseUrl, false);
    } catch (thrown) {
      const error = thrown as Error;
      const { judge } = await loadLater().catch(() => ({ judge: () => undefined }));
      if (signal.aborted) return settle(request.baseUrl, false);
      const pause = judge(request, error, this.#tries++);
      if (pause !== undefined) {
        this.#timer = setTimeout(() => this.#loadDrawn(true), pause);
        return;
      }
      this.undrawn = error;
      // Where it is known by now, the card makes another request.
      if (request.isExpected || !drawsNone(request.baseUrl)) this.start(again);
    }
    this.changed();
  }

  /** Takes the card that the gateway drew, as it is by now. */
  take({ text, received }: { text: string; received: Received }): void {
    // Which is there since the first.
    const { build } = parts.builder as Builder;
    const built = build(text, this.request.drawn as string, today());
    const error =
      built.failure && Object.assign(new Error('the service has no such product'), { code: 'not_found', status: 404 });
    this.drawn = { kind: 'drawn', built, text, data: built.data, error };
    this.received = received;
  }

  /** Requests the record in place of a card that the gateway draws, which cannot be shown because of this. */
  leave(error: unknown): void {
    this.undrawn = error as Error;
    this.start(true);
  }

  /** Renews what is there for as long as a card shows it. */
  follow(card: Element): void {
    if (this.#isFollowed || !this.received || this.state !== 'ready') return;
    this.#isFollowed = true;
    withLater(({ follow }) => inTurn(card, () => follow(this, watcherOf(card))));
  }

  /** Calls the card that a gateway drew too old, because its record could not be requested. */
  outdate(): void {
    withLater(({ outdateLoaded }) => outdateLoaded(this));
  }

  /** Requests the record. */
  start(again: boolean): void {
    // The card says where that fails.
    loadBrowser()
      .then(({ loadRecord }) => loadRecord(this, again))
      .catch(() => {});
    this.#timer = setTimeout(() => {
      this.isSlow = true;
      this.changed();
    }, SLOW);
  }

  /** Requests the record again. */
  async renewRecord(): Promise<Received | undefined> {
    return (await loadBrowser()).renewRecord(this);
  }

  /** Takes a record. */
  ready({ data, ...more }: Omit<Loaded, 'kind' | 'data'> & { data: RawRecord | undefined }): void {
    if (data) this.content = { kind: 'record', data, ...more };
    else this.content = { kind: 'failed', state: 'error', error: notProduct('product-pool-card'), detail: undefined };
  }

  fail(error: RequestError): void {
    // The images that were requested at once are not needed.
    this.end();
    const detail = error.isGtin ? sentence(error.message) : undefined;
    this.content = { kind: 'failed', state: failureOf(error), error, detail };
  }

  /** Aborts the pending requests. */
  end(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }
}
