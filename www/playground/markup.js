// The markup of what the playground shows, as a page would contain it.

/** The places at which lines of markup are broken. */
const LINE = 80;

const escaped = (value) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * The markup of an element.
 * @param {string} tag
 * @param {Record<string, string>} attributes - By name; '' for a boolean attribute.
 * @param {string[]} children - The markup of what is in its slots.
 */
export function markupOf(tag, attributes, children = []) {
  const parts = Object.entries(attributes).map(([name, value]) =>
    value === '' ? name : `${name}="${escaped(value)}"`,
  );
  const inOneLine = [`<${tag}`, ...parts].join(' ');
  const start = inOneLine.length < LINE ? inOneLine : [`<${tag}`, ...parts.map((part) => `  ${part}`)].join('\n');
  const content = children.map((child) => `\n  ${child}`).join('');
  return `${start}>${content}${content && '\n'}</${tag}>`;
}

/** A setting as JavaScript. */
function scriptOf(value) {
  if (typeof value === 'function') return String(value);
  if (typeof value === 'string') return `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${scriptOf(member)}`);
  return `{ ${members.join(', ')} }`;
}

/**
 * The script that a page needs once: the elements' module, and the settings.
 * @param {string} folder - Address of the package.
 * @param {string[]} modules - Further modules that the elements need.
 * @param {object} settings - For `configure()`.
 */
export function settingsOf(folder, modules, settings) {
  const lines = [
    `import { configure } from '${folder}card.js';`,
    ...modules.map((module) => `import '${folder}${module}';`),
    '',
    `configure(${scriptOf(settings)});`,
  ];
  return `<script type="module">\n${lines.map((line) => line && `  ${line}`).join('\n')}\n</script>`;
}
