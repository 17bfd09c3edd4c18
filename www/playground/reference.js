// The documentation of an element, read from the comment of its class: the same from which
// the package's custom-elements.json is made, so nothing is written twice.

import { PANELS } from '../../pkg/dist/src/card/panels.js';

/** A line such as ` * @attr {string} [theme=auto] - Colours.` */
const ENTRY = /^ \* @(attr|slot|fires|csspart|cssprop)(?: \{.+?\})?(?: \[?([^\s=\]]+)(?:=([^\]]+))?\]?)? - (.+)$/gm;

/** One entry for each panel, where an entry is about any of them. */
const perPanel = (entry) =>
  entry.name.includes('PANEL')
    ? PANELS.map((panel) => ({
        ...entry,
        isPanel: true,
        name: entry.name.replace('PANEL', panel),
        description: entry.description.replaceAll('PANEL', `\`${panel}\``),
      }))
    : [
        {
          ...entry,
          description: entry.description.replace('PANELS', PANELS.map((panel) => `\`${panel}\``).join(', ')),
        },
      ];

/**
 * The attributes, slots, events, parts and custom properties that a comment describes.
 * @param {string} source - Of the element's module.
 */
export function parseReference(source) {
  const reference = { attr: [], slot: [], fires: [], csspart: [], cssprop: [] };
  for (const [, kind, name = '', fallback, description] of source.matchAll(ENTRY)) {
    reference[kind].push(...perPanel({ name, fallback, description }));
  }
  return reference;
}

/**
 * Fetches the documentation of an element.
 * @param {URL} address - Of its module in pkg/src.
 */
export async function readReference(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} from ${response.url}`);
  return parseReference(await response.text());
}
