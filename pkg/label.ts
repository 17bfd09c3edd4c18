/**
 * The label without the card: what a record says about a product, as plain values
 * to draw yourself.
 *
 * ```ts
 * import { describe } from 'product-pool/label';
 *
 * const view = await describe(product, { avoid: 'milk nuts' });
 * for (const { allergen, answer } of view.avoid.verdicts) console.log(allergen, answer);
 * ```
 *
 * Every key is there in every view; what the record does not say is `null`, or
 * an empty list. Keys such as `tree_nuts`, `sat_fat` and `not-stated` stand for
 * words, which are in the language files; a later version may add further ones,
 * so a `switch` needs a `default`.
 *
 * An allergen that is `not-stated` is not absent: say so, and send the reader
 * to the label. Never call anything safe.
 */

export * from './src/label/label.js';
