// The choices made in the playground, as the query of the page's address, so that links,
// Back and reload show the same.

/** Parameters that are not attributes of the element. */
export const RESERVED = ['element', 'state', 'slots', 'width', 'drawn'];

/**
 * The choices.
 * @typedef {object} Choices
 * @property {string} element - `card`, `matrix` or `changes`.
 * @property {string} [state] - The key of a state, whose attributes hold unless others are chosen;
 * '' means none, and an address without the parameter the first.
 * @property {Record<string, string>} attributes - By name; '' for a boolean attribute.
 * @property {string[]} slots - Names of the slots that are filled.
 * @property {number} [width] - Of the frame, in pixels; as wide as there is room unless chosen.
 * @property {'server'} [drawn] - That a server draws the card. The attribute `rendering` has the
 * other ways.
 */

/** The narrowest and the widest frame. */
export const WIDTHS = { min: 240, max: 2400 };

/**
 * A width as a whole number of pixels within the limits; undefined for anything else.
 * @param {string | null | undefined} text
 */
export function widthOf(text) {
  if (!/^\d{1,5}$/.test(text?.trim() ?? '')) return undefined;
  return Math.min(Math.max(Number(text), WIDTHS.min), WIDTHS.max);
}

/**
 * The choices in the query of an address.
 * @param {string} search
 * @returns {Choices}
 */
export function readChoices(search) {
  const query = new URLSearchParams(search);
  const given = Array.from(query).filter(([name]) => !RESERVED.includes(name));
  return {
    element: query.get('element') || 'card',
    state: query.get('state') ?? undefined,
    attributes: Object.fromEntries(given),
    slots: (query.get('slots') ?? '').split(/\s+/).filter(Boolean),
    width: widthOf(query.get('width')),
    drawn: query.get('drawn') === 'server' ? 'server' : undefined,
  };
}

/**
 * The query for choices; '' if everything is as it is without one.
 * @param {Choices} choices
 */
export function writeChoices({ element, state, attributes, slots, width, drawn }) {
  const query = new URLSearchParams();
  if (element !== 'card') query.set('element', element);
  if (state !== undefined) query.set('state', state);
  for (const [name, value] of Object.entries(attributes)) query.set(name, value);
  if (slots.length > 0) query.set('slots', slots.join(' '));
  if (width) query.set('width', String(width));
  if (drawn) query.set('drawn', drawn);
  const text = query.toString();
  return text && `?${text}`;
}
