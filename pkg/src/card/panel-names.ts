// The card's panels in their order, from src/card/panel.rs by `cargo xtask types`.
// Change that, not this file.

// prettier-ignore
export const PANELS = 'summary allergens lights ingredients nutrition diets handling additives origin accreditations packaging logistics details supplier gallery'.split(' ');
