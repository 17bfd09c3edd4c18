// Pages made from the sources: the elements from their manifest, the errors from their declaration.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const cell = (text = '') => text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();

/** A table; nothing where it has no rows. */
function table(title, heads, rows) {
  if (rows.length === 0) return '';
  const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;
  return `## ${title}\n${[line(heads), `|${heads.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')}\n`;
}

const code = (text) => `\`${text}\``;

/** A type in words: a list of values, or the name of what it is. */
const typeOf = (type) => {
  const words = { string: 'text', number: 'a number', boolean: 'present or absent' };
  const text = type?.text ?? '';
  return (
    words[text] ??
    text
      .split(/\s*\|\s*/)
      .map((one) => code(one.replaceAll("'", '')))
      .join(', ')
  );
};

const named = ({ name, description }) => [name ? code(name) : 'without a name', description];

/** The page of an element. */
function elementPage({ tagName, description, attributes, members, events, slots, cssParts, cssProperties }) {
  const own = members.filter(({ kind, attribute }) => kind === 'field' && !attribute);
  const methods = members.filter(({ kind }) => kind === 'method');
  const style = cssParts.length > 0 ? `\nA part is styled as \`${tagName}::part(name)\`.\n` : '';
  return [
    `# \`<${tagName}>\`\n\n${description}\n`,
    table(
      'Attributes',
      ['attribute', 'value', 'meaning'],
      attributes.map((one) => [
        code(one.name),
        typeOf(one.type) + (one.default === undefined ? '' : `; ${code(one.default)} by default`),
        one.description,
      ]),
    ),
    own.length + methods.length > 0 ? '\nEvery attribute is also a property.\n' : '',
    table(
      'Properties',
      ['property', 'type', 'meaning'],
      own.map((one) => [code(one.name), code(one.type?.text ?? ''), one.description]),
    ),
    table(
      'Methods',
      ['method', 'meaning'],
      methods.map((one) => [code(`${one.name}()`), one.description]),
    ),
    table(
      'Events',
      ['event', 'type', 'when'],
      events.map((one) => [code(one.name), code(one.type?.text ?? 'Event'), one.description]),
    ),
    table('Slots', ['slot', 'meaning'], slots.map(named)),
    table('Parts', ['part', 'meaning'], cssParts.map(named)) + style,
    table('Custom properties', ['custom property', 'meaning'], cssProperties.map(named)),
  ]
    .filter(Boolean)
    .join('\n');
}

/** The codes of errors with their meanings, from the comment of their type. */
function errorsPage(declarations) {
  const [, comment] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export type ErrorCode/.exec(declarations) ?? [];
  if (!comment) throw new Error('the declarations of the package have no comment of ErrorCode');
  const text = comment.replace(/^\s*\* ?/gm, '').replace(/\n +/g, ' ');
  const rows = Array.from(text.matchAll(/^- `(\w+)`: (.+)$/gm), ([, name, meaning]) => [code(name), meaning]);
  const type = /export type ErrorCode =([^;]+);/.exec(declarations)[1];
  const names = Array.from(type.matchAll(/'(\w+)'/g), ([, name]) => code(name));
  const undescribed = names.filter((name) => !rows.some(([described]) => described === name));
  if (undescribed.length > 0) throw new Error(`the comment of ErrorCode does not have ${undescribed.join()}`);
  return `# Error codes

The \`code\` of a \`PoolError\`, of the event \`product-pool-error\`, and of Rust's \`Error::code()\`. An element whose own
files could not be loaded reports \`card_unavailable\` or \`view_unavailable\`.

${table('Codes', ['code', 'when'], rows)}
What a developer is told on the console, and what to do about it, is in [the list of messages](../../docs/messages.md).
`;
}

/** The documents made of the sources, by the names that the menu has. */
export async function referenceOf(root, manifest) {
  const elements = manifest.modules.flatMap(({ declarations }) => declarations);
  const pages = Object.fromEntries(
    elements.map((element) => [`made/reference/${element.tagName}.md`, elementPage(element)]),
  );
  pages['made/reference/errors.md'] = errorsPage(await readFile(join(root, 'pkg/src/shared/error-classes.ts'), 'utf8'));
  return pages;
}
