// The card's variants, each with the panels that it shows by default, from
// src/card/panel.rs by `cargo xtask types`. Change that, not this file.

/** @type {Record<string, string>} */
// prettier-ignore
export const VARIANTS = {
  full: 'summary allergens lights ingredients nutrition diets handling additives origin accreditations packaging logistics details supplier',
  summary: 'summary allergens lights',
  badges: 'allergens',
};
