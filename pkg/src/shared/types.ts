/**
 * Types that several of the package's sources share. They are checked against
 * the sources and are not part of the package.
 */

import type { Decoder, ScanDetail } from '../scanner/types.js';
import type { CardClient, Token } from './settings.js';
import type { PanelName } from './model.js';
import type { Fault, Problem, WasmSource } from '../client/types.js';
import type { Received } from './received.js';
import type { Description, ProductDiff } from '../label/views.js';

// The WebAssembly modules: what bindings/src exports. ---------------------------

export interface WasmOptions {
  module_or_path: unknown;
}

/** A wasm-bindgen module before it runs: its exports, and the function that starts it. */
export type Glue<Exports> = Exports & { default(options: WasmOptions): Promise<unknown> };

/** The report of a module's panic, after which it cannot be used any more. */
export interface Stoppable {
  onStop?(listener: (error: unknown) => void): void;
}

export interface RawResponse {
  data: unknown;
  text: string;
  status: number;
  headers?: Headers;
  url: string;
  faults?: Fault[];
}

export interface WasmClient {
  send(operation: string, parameters: unknown[], options: unknown): Promise<RawResponse>;
}

export interface WasmFeed {
  next(client: WasmClient, options: object): Promise<string | undefined>;
  checkpoint(): string;
}

export interface WasmIndex {
  readonly size: number;
  /** Reads a part of the changes; whether there may be more. */
  refresh(client: WasmClient, options: object): Promise<boolean>;
  products(scan: unknown): string[];
  text(): string;
}

export interface ClientModule extends Stoppable {
  Client: new (settings: object) => WasmClient;
  gtinOf(scan: unknown): string;
  optionsOf(operation: string): string[];
}

export interface ToolsModule extends ClientModule {
  Feed: new (client: WasmClient, since: unknown, options: object) => WasmFeed;
  Index: new (from: unknown) => WasmIndex;
}

export interface LabelModule {
  describe(product: string, avoid: string, today: string, lexicon: string): Description;
  diffProducts(before: string, after: string, lexicon: string): ProductDiff;
  jsonLd(product: string, options: string): string;
}

/** A mounted view of the module `card` or `views`. */
export interface ViewHandle<View> {
  update(view: View): void;
  destroy(): void;
  free?(): void;
}

/** The export that mounts a view into an empty element. */
export type Mount<View, Handle extends ViewHandle<View> = ViewHandle<View>> = (
  container: Element,
  view: View,
) => Handle;

export interface CardModule extends Stoppable {
  mountCard: Mount<CardView>;
}

export interface MatrixHandle extends ViewHandle<MatrixView> {
  /** The table as rows of text. */
  table(): string[][];
}

export interface ChangesHandle extends ViewHandle<ChangesView> {
  /** The difference that is shown, the same object each time, its copied values as JSON. */
  diff(): ProductDiff | undefined;
}

export interface ViewsModule extends Stoppable {
  mountMatrix: Mount<MatrixView, MatrixHandle>;
  mountChanges: Mount<ChangesView, ChangesHandle>;
}

// The objects that the elements pass to their views; bindings/src/props.rs reads
// the same members, which tests/types/views.test.mjs checks. --------------------

/** Why there is no product to show. */
export type FailureState = 'bad-gtin' | 'not-found' | 'unauthenticated' | 'network' | 'error';

export type ViewState = 'loading' | 'ready' | FailureState;

/** A language, as views are passed it: one object for all views that speak it. */
export interface ViewLocale {
  /** The messages as JSON, by key. */
  messages: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  /** The decimal separator. */
  decimal: string;
  /** Writes a time of the service as a date. */
  date: (text: string) => string;
}

export interface CommonView {
  locale: ViewLocale;
  headingLevel: number | null;
  /** Today's date: `2026-11-21`. */
  today: string;
}

export interface CardView extends CommonView {
  state: ViewState;
  /** A sentence about the failure. */
  detail: string | undefined;
  /** The product as JSON: a whole answer, or its `data`. */
  product: string | undefined;
  /** The GTIN by which it was found, of the case or of one component; other texts are ignored. */
  gtin: string | undefined;
  /** The answers for its feature image and its images, as JSON. */
  image: string | undefined;
  images: string | undefined;
  /** The index of the image that is shown large. */
  selected: number | undefined;
  /** Names of panels, with spaces between. */
  panels: string | undefined;
  avoid: string | undefined;
  density: string;
  variant: string;
  /** The address that a replaced product links to. */
  successor: string | undefined;
  /** Since when the product could not be checked, as words. */
  stale: string | undefined;
}

export interface MatrixView extends CommonView {
  caption: string | undefined;
  /** The allergens whose columns come first. */
  avoid: string | undefined;
  rows: MatrixRowView[];
}

export interface MatrixRowView {
  gtin: string | undefined;
  state: ViewState;
  /** The product as JSON. */
  product?: string | undefined;
  /** Since when it could not be checked, as words. */
  stale?: string | undefined;
}

export interface ChangesView extends CommonView {
  state: ViewState;
  earlier?: string | undefined;
  later?: string | undefined;
  /** Since when one of them could not be checked, as words. */
  stale?: string | undefined;
}

export interface ScannerView extends CommonView {
  /** Whether it has a field of its own. */
  hasField: boolean;
  decoder: Decoder | null;
  found: (detail: ScanDetail) => void;
}

/** What draws the scanner, as a module of WebAssembly would export it. */
export interface ScannerModule extends Stoppable {
  mountScanner: Mount<ScannerView>;
}

export type OwnView<View extends CommonView> = Omit<View, keyof CommonView>;

// Requests and their answers. ---------------------------------------------------

/** The attempt that a `fetch` function makes, if it is observed. */
export interface AttemptDetails {
  operation: string;
  attempt: number;
}

export interface RequestError extends Error {
  code?: string;
  status?: number;
  errors?: Problem[];
  /** The operation that was requested. */
  url?: string;
  /** Whether the GTIN is what is wrong. */
  isGtin?: boolean;
}

/** The service that requests go to, with token or client. */
export interface Connection {
  baseUrl: string;
  token: Token | undefined;
  client: CardClient | undefined;
}

export interface ProductName {
  gtin?: string | undefined;
  productId?: string | undefined;
  version?: string | undefined;
}

export type ProductRequest = Connection & ProductName;

export interface CardRequest extends Connection, ProductName {
  product: string | undefined;
  served: ServedTexts | undefined;
  wholesaler: number | undefined;
  images: boolean;
  /** The path of the card that the gateway draws; undefined where the browser draws it. */
  drawn: string | undefined;
  /** Whether the base URL should draw cards; otherwise it is found out. */
  isExpected: boolean;
}

export interface ServedTexts {
  product?: string;
  image?: string;
  images?: string;
  stale?: string;
  /** From when the product is, and how long it holds. */
  received?: string;
}

/** A record as it was parsed: nothing is known of its members. */
export type RawRecord = Record<string, unknown>;

export interface ProductResponse {
  /** As the service sent it; undefined where a client has read it. */
  text?: string | undefined;
  data: RawRecord;
  /** Since when a gateway could not check it. */
  stale?: string | undefined;
  headers?: Headers | undefined;
  received?: Received | undefined;
  gtin?: string | undefined;
}

export type ClientRequest = ProductRequest & {
  /** The GTIN's digits, where it is a plain one. */
  digits?: string | undefined;
  /** How the browser's own cache is used. */
  cache?: RequestCache | undefined;
  /** Whether an answer is shown already, and made again if this one fails. */
  isRenewal?: boolean | undefined;
};

/** One whose attempts a client makes. */
export type RetriedRequest = ClientRequest & { timeoutMs: number; maxRetries: number | null | undefined };

export interface FetchOptions {
  signal: AbortSignal;
  /** Whether a new answer is wanted, not one that was given a moment ago. */
  again?: boolean | undefined;
  /** Whether an answer is shown already, so that a failure is no news. */
  isRenewal?: boolean | undefined;
}

/** The first attempt of a request, on which the client's attempts follow. */
export interface FirstAttempt {
  url: string;
  token: string | undefined;
  response?: Response;
  error?: Error;
}

export type PanelNames = (PanelName | string)[];

export type ClientModuleName = 'client' | 'tools';

export type WasmPlace = WasmSource | Promise<WasmSource>;
