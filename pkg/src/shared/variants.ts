// The card's variants, from src/card/panel.rs by `cargo xtask types`. Change that,
// not this file.

/** The panels that each shows by default. */
// prettier-ignore
export const VARIANTS: Record<string, string> = {
  full: 'summary allergens lights ingredients nutrition diets handling additives origin accreditations packaging logistics details supplier',
  summary: 'summary allergens lights',
  badges: 'allergens',
};

/** The panels of each that show the feature image, and those that show all images. */
// prettier-ignore
export const WITH_IMAGES: Record<string, Record<'image' | 'images', string[]>> = {
  full: { image: ['summary', 'gallery'], images: ['summary', 'gallery'] },
  summary: { image: ['summary', 'gallery'], images: ['gallery'] },
  badges: { image: ['summary', 'gallery'], images: ['gallery'] },
};
