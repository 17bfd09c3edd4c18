/**
 * The elements in JSX of React 18, which knows attributes only: properties are
 * set and events listened to by a `ref`.
 *
 * ```ts
 * import type {} from 'product-pool/react18';
 * ```
 */

import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { Elements } from './attributes.js';

/** React 18 writes `true` as a text, and nothing for `false`. */
type Attributes<All> = Omit<All, 'json-ld' | 'dangerously-allow-browser'> & {
  [Name in Extract<keyof All, 'json-ld' | 'dangerously-allow-browser'>]?: '' | undefined;
} & {
  /** React 18 passes attributes of custom elements on as they are. */
  class?: string | undefined;
};

/** Declared here because JSX accepts unknown names with a hyphen. */
type NoEvents<Map> = { [Name in keyof Map & string as `on${Name}`]?: never };

type IntrinsicPoolElements = {
  [Name in keyof Elements]: DetailedHTMLProps<HTMLAttributes<Elements[Name]['element']>, Elements[Name]['element']> &
    Attributes<Elements[Name]['attributes']> &
    NoEvents<Elements[Name]['events']>;
};

declare global {
  namespace JSX {
    interface IntrinsicElements extends IntrinsicPoolElements {}
  }
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements extends IntrinsicPoolElements {}
  }
}
