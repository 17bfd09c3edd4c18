/**
 * The common members of the elements that draw views of their own: the matrix of
 * several products and the changes between two versions.
 */

import type { CardClient, Messages, Theme, Token } from './card.js';
import type { ErrorCode } from './index.js';

/** Detail of an element's error event: why something could not be loaded. */
export interface ViewErrorDetail {
  /** As of a `PoolError`, or `view_unavailable` when the element's own files could not be loaded. */
  code: ErrorCode | 'view_unavailable';
  /** One sentence in English, for logs. */
  message: string;
  /** HTTP status, where there was an answer. */
  status?: number | undefined;
}

/**
 * The settings of such an element; where it has none of its own, those of the
 * page hold. There is no class of this name to import: it is here for its type.
 */
export declare class ProductPoolView extends HTMLElement {
  /** Address of the service for this element. Attribute `base-url`. */
  get baseUrl(): string | null;
  set baseUrl(value: string | null | undefined);
  /** Colours; `auto` follows the page's `color-scheme`. Attribute `theme`. */
  get theme(): Theme;
  set theme(value: Theme | null | undefined);
  /** Level 1 to 6 of the heading; null for the default. Attribute `heading-level`. */
  get headingLevel(): number | null;
  set headingLevel(value: number | null | undefined);
  /** Bearer token of this element alone. There is no attribute: it stays out of the DOM. */
  get token(): Token | null;
  set token(value: Token | null | undefined);
  /** A client that asks instead of the element's own requests. */
  get client(): CardClient | null;
  set client(value: CardClient | null | undefined);
  /** Texts instead of the built-in ones: by key, or by language and key. */
  get messages(): Messages | null;
  set messages(value: Messages | null | undefined);
  /**
   * Resolves once the element shows what its settings ask for, or why it cannot; at once where it asks for
   * nothing. Tests await it.
   */
  readonly updateComplete: Promise<void>;
  /** Takes up changed settings at the end of the turn; seldom needed. */
  refresh(): void;
}
