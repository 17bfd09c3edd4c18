// The documentation of an element, read from the comment of its class: the same from which
// the package's custom-elements.json is made, so nothing is written twice.

import { PANELS } from '../../pkg/dist/src/card/panels.js';

/** A line such as ` * @slot header - Above the head of the card.` */
const ENTRY = /^ \* @(attr|slot|fires|csspart|cssprop)(?: \{.+?\})?(?: (\S+))? - (.+)$/gm;

/** The comment of an accessor. */
const ACCESSOR = /\/\*\*((?:(?!\*\/)[^])+)\*\/\s*get /g;

/** What it says of an attribute, such as `Colours. Attribute \`theme\`; \`auto\` unless set.` */
const ATTRIBUTE = /^(.+) Attribute `([\w-]+)`(?:; `(\w+)` unless set)?\.$/;

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
          description: entry.description.replace(
            '; `PanelName` has them',
            `: ${PANELS.map((panel) => `\`${panel}\``).join(', ')}`,
          ),
        },
      ];

/**
 * The attributes, slots, events, parts and custom properties that comments describe.
 * @param {string} source - Of the element's module, and of what its interface extends.
 * @param {Record<string, unknown>} table - The element's attributes.
 */
export function parseReference(source, table) {
  const reference = { attr: [], slot: [], fires: [], csspart: [], cssprop: [] };
  for (const [, comment] of source.matchAll(ACCESSOR)) {
    const [, description, name, fallback] = ATTRIBUTE.exec(comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim()) ?? [];
    if (!Object.hasOwn(table, name ?? '') || reference.attr.some((known) => known.name === name)) continue;
    reference.attr.push(...perPanel({ name, fallback, description }));
  }
  for (const [, kind, name = '', description] of source.matchAll(ENTRY)) {
    reference[kind].push(...perPanel({ name, description }));
  }
  return reference;
}

/**
 * Fetches the documentation of an element.
 * @param {{ source: string, table: Record<string, unknown> }} definition - Its module in pkg/src, and its attributes.
 * @param {URL} sources - The address of pkg/src.
 */
export async function readReference({ source, table }, sources) {
  const texts = [source, 'shared/view.ts'].map(async (path) => {
    const response = await fetch(new URL(path, sources));
    if (!response.ok) throw new Error(`${response.status} from ${response.url}`);
    return response.text();
  });
  return parseReference((await Promise.all(texts)).join('\n'), table);
}
