/**
 * The elements in templates of Vue 3. The compiler learns that they are
 * elements by `compilerOptions: { isCustomElement: (tag) => tag.startsWith('product-pool-') }`.
 *
 * ```ts
 * import type {} from 'product-pool/vue';
 * ```
 */

import type { HTMLAttributes, PublicProps } from 'vue';
import type { Elements } from './attributes.js';

type Pascal<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Text>;

/** `@product-pool-load` and the like, as Vue names them among the props. */
type Events<Map> = {
  [Name in keyof Map & string as `on${Pascal<Name>}`]?: (event: Map[Name]) => unknown;
};

/** The attributes that a template may write on an element; Vue sets a property where there is one. */
type Defined<Type extends HTMLElement, Props> = new () => Type & {
  /** @deprecated For Vue's own use: an element has no `$props`. */
  $props: HTMLAttributes & PublicProps & Props;
};

type PoolComponents = {
  [Name in keyof Elements]: Defined<
    Elements[Name]['element'],
    Elements[Name]['attributes'] & Elements[Name]['properties'] & Events<Elements[Name]['events']>
  >;
};

declare module 'vue' {
  interface GlobalComponents extends PoolComponents {}
}
