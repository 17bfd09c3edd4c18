import type { ProductSource } from '../label/label.js';
import type { Messages } from './message-texts.js';
import type { CardClient, Token } from './settings.js';
import { Base } from './attributes.js';
import { toJson } from './json.js';

/** Those of every element that have no attribute. */
export const PROPERTIES: string[] = ['token', 'client', 'messages'];

export interface OwnProperties {
  token?: Token | null;
  client?: CardClient | null;
  messages?: Messages | null;
  messagesText?: string;
  /** Of a card. */
  product?: ProductSource | null;
  text?: string;
  /** Of a matrix. */
  products?: Iterable<ProductSource> | null;
  texts?: string[];
  /** Of a view of changes. */
  earlier?: ProductSource | null;
  earlierText?: string;
  later?: ProductSource | null;
  laterText?: string;
}

/** The properties of each element: not in the DOM, for a token is among them. */
const properties: WeakMap<HTMLElement, OwnProperties> = new WeakMap();

export const propertiesOf = (element: HTMLElement): OwnProperties => properties.get(element) as OwnProperties;

/**
 * JSON at once: later changes to the page's object have no effect.
 *
 * @param value - JSON already, if it is a string.
 */
export const asJson = (value: object | string | null | undefined): string | undefined =>
  typeof value === 'object' && value ? toJson(value) : (value ?? undefined);

export const asText = (messages: Messages | null | undefined): string | undefined =>
  messages ? toJson(messages) : undefined;

/** An element that a page may set properties on. */
export class PropertiesElement extends Base {
  constructor() {
    super();
    properties.set(this, {});
  }

  get token(): Token | null {
    return propertiesOf(this).token ?? null;
  }
  set token(value) {
    this.store({ token: value });
  }

  get client(): CardClient | null {
    return propertiesOf(this).client ?? null;
  }
  set client(value) {
    this.store({ client: value });
  }

  get messages(): Messages | null {
    return propertiesOf(this).messages ?? null;
  }
  set messages(value) {
    this.store({ messages: value, messagesText: asText(value) });
  }

  store(values: OwnProperties): void {
    Object.assign(propertiesOf(this), values);
  }
}
