// The documentation of the elements for editors and catalogues of components,
// from the comments in the modules: custom-elements.json and, from
// that, web-types.json and the custom data of Visual Studio Code.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Element → where it is written, under which name it is exported from where, and its attributes. */
const ELEMENTS = {
  'product-pool-card': {
    from: 'card/element.js',
    name: 'ProductPoolCard',
    path: 'dist/card.js',
    table: ['card/properties.js', 'ATTRIBUTES'],
  },
  'product-pool-config': {
    from: 'shared/config.js',
    name: 'ProductPoolConfig',
    path: 'dist/card.js',
    table: ['shared/config.js', 'CONFIG_ATTRIBUTES'],
  },
  'product-pool-matrix': {
    from: 'views/matrix.js',
    name: 'ProductPoolMatrix',
    path: 'dist/matrix.js',
    table: ['views/attributes.js', 'MATRIX'],
  },
  'product-pool-changes': {
    from: 'views/changes.js',
    name: 'ProductPoolChanges',
    path: 'dist/changes-view.js',
    table: ['views/attributes.js', 'CHANGES'],
  },
  'product-pool-scanner': {
    from: 'scanner/element.js',
    name: 'ProductPoolScanner',
    path: 'dist/scanner.js',
    table: ['scanner/attributes.js', 'SCANNER'],
  },
};

/** What the analyzer has to see, those that others extend first. */
const MODULES = [
  'shared/attributes.js',
  'shared/properties.js',
  'shared/config.js',
  'shared/element.js',
  'card/product-element.js',
  'card/element.js',
  'views/matrix.js',
  'views/changes.js',
  'scanner/element.js',
];

/** The text of a module. */
const sourceOf = (root, name) => readFile(join(root, 'pkg/src', name.replace(/js$/, 'ts')), 'utf8');

/** The modules as the analyzer describes them. */
async function analyze(root) {
  const tools = createRequire(join(root, 'tests/package.json')).resolve('@custom-elements-manifest/analyzer');
  const { create, ts } = await import(pathToFileURL(tools));
  const sources = MODULES.map(async (name) => {
    const text = await sourceOf(root, name);
    // It leaves out what is not exported, as the classes are under other names.
    return ts.createSourceFile(
      name.replace(/js$/, 'ts'),
      text.replace(/^class /gm, 'export class '),
      ts.ScriptTarget.ES2022,
      true,
    );
  });
  const { modules } = create({ modules: await Promise.all(sources) });
  // Each description on one line.
  return JSON.parse(JSON.stringify(modules), (key, value) =>
    key === 'description' ? value.replace(/\s*\n\s*/g, ' ').trim() : value,
  );
}

/** A comment on one line. */
const plain = (comment) => comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim();

/** The interface of an element, and those that it extends: what a page may use of it. */
function interfacesOf(name, source) {
  const [own, base] = source.match(new RegExp(`^export interface ${name} extends (\\w+) \\{\\n[^]*?\\n\\}`, 'm')) ?? [];
  return own ? `${own}\n${interfacesOf(base, source)}` : '';
}

/** What these say of the members of a class. */
function describe(members, interfaces) {
  const comments = interfaces.matchAll(/\/\*\*((?:(?!\*\/)[^])+)\*\/\s*(?:get |readonly )?(\w+)[(:]/g);
  const known = new Map(Array.from(comments, ([, comment, name]) => [name, plain(comment)]).reverse());
  return members
    .filter(({ name, static: isStatic }) => known.has(name) && !isStatic)
    .map(({ inheritedFrom, ...member }) => ({ ...member, description: known.get(member.name) }));
}

/** One entry for each panel where an entry is about any. */
const perPanel = (entries = [], panels) =>
  entries.flatMap((entry) =>
    entry.name.includes('PANEL')
      ? panels.map((panel) => ({
          name: entry.name.replace('PANEL', panel),
          description: entry.description.replaceAll('PANEL', `\`${panel}\``),
        }))
      : [entry],
  );

/** The type of an attribute's values, by what the table says that it holds. */
function typeOf(kind) {
  if (Array.isArray(kind)) return kind.map((word) => `'${word}'`).join(' | ');
  return kind.includes('number') ? 'number' : kind === 'text' ? 'string' : kind;
}

/**
 * The attributes of a table, as the comments of their accessors describe them:
 * `Colours. Attribute \`theme\`; \`auto\` unless set.` The first comment counts, that of the element itself.
 */
function attributesIn(interfaces, table, panels) {
  const found = {};
  for (const [, comment] of interfaces.matchAll(/\/\*\*((?:(?!\*\/)[^])+)\*\/\s*get /g)) {
    const said = /^(.+) Attribute `([\w-]+)`(?:; `(\w+)` unless set)?\.$/.exec(plain(comment));
    const [, about, name, preset] = said ?? [];
    if (!name || !(name in table) || name in found) continue;
    const [fieldName, kind] = table[name];
    const description = about.replace('; `PanelName` has them', `: ${panels.map((one) => `\`${one}\``).join(', ')}`);
    found[name] = { name, type: { text: typeOf(kind) }, description, ...(preset && { default: preset }), fieldName };
  }
  const missing = Object.keys(table).filter((name) => !(name in found));
  if (missing.length > 0) throw new Error(`no comment says which are the attributes ${missing.join()}`);
  return Object.keys(table).map((name) => found[name]);
}

/** The property that reflects an attribute. */
function reflecting({ name, type, description, default: fallback, fieldName }) {
  const always = type.text === 'boolean' || fallback !== undefined;
  return {
    kind: 'field',
    name: fieldName,
    type: { text: always ? type.text : `${type.text} | null` },
    description,
    ...(fallback !== undefined && { default: `'${fallback}'` }),
    attribute: name,
    reflects: true,
  };
}

/** The manifest of the package in `<root>/pkg`. */
export async function manifest(root) {
  const modules = await analyze(root);
  const pkg = (name) => import(pathToFileURL(join(root, 'pkg/dist/src', name)));
  const { PANELS } = await pkg('card/panels.js');
  const made = {};
  for (const [
    tagName,
    {
      from,
      name,
      path,
      table: [file, constant],
    },
  ] of Object.entries(ELEMENTS)) {
    const { declarations } = modules.find((module) => module.path === from.replace(/js$/, 'ts'));
    const found = declarations.find((declaration) => declaration.tagName === tagName);
    const { [constant]: reflected } = await pkg(file);
    const sources = [from, 'shared/view.js'].map((path) => sourceOf(root, path));
    const interfaces = interfacesOf(name, (await Promise.all(sources)).join('\n'));
    const own = attributesIn(interfaces, reflected, PANELS);
    const properties = own.map(reflecting);
    // The language is an attribute of every element.
    const attributes = [...own, ...found.attributes.map((one) => ({ ...one, fieldName: one.name }))];
    const fields = properties.map(({ name: field }) => field);
    const members = describe(found.members, interfaces).filter((member) => !fields.includes(member.name));
    made[path] ??= { kind: 'javascript-module', path, declarations: [], exports: [] };
    made[path].declarations.push({
      ...found,
      name,
      superclass: { name: 'HTMLElement' },
      attributes,
      members: [...properties, ...members],
      events: (found.events ?? []).filter((event) => event.name),
      slots: perPanel(found.slots, PANELS),
      cssParts: perPanel(found.cssParts, PANELS),
      cssProperties: found.cssProperties ?? [],
    });
    const declaration = { name, module: path };
    made[path].exports.push(
      { kind: 'js', name, declaration },
      { kind: 'custom-element-definition', name: tagName, declaration },
    );
  }
  return { schemaVersion: '1.0.0', readme: 'README.md', modules: Object.values(made) };
}

/** The same for editors that read web-types. */
export function webTypes({ modules }, { name, version }) {
  const described = ({ name, description }) => ({ name, description });
  const typed = ({ name, description, type }) => ({ name, description, type: type.text });
  const attribute = ({ name, description, type, default: fallback }) => ({
    name,
    description,
    value: type.text === 'boolean' ? { kind: 'no-value' } : { type: type.text.split(/\s*\|\s*/) },
    ...(fallback !== undefined && { default: fallback }),
  });
  const elements = modules
    .flatMap(({ declarations }) => declarations)
    .map((element) => ({
      name: element.tagName,
      description: element.description,
      attributes: element.attributes.map(attribute),
      slots: element.slots.map(described),
      js: {
        events: element.events.map(typed),
        properties: element.members.filter(({ kind }) => kind === 'field').map(typed),
      },
      css: { parts: element.cssParts.map(described), properties: element.cssProperties.map(described) },
    }));
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name,
    version,
    'description-markup': 'markdown',
    contributions: { html: { elements } },
  };
}

/** The values of a type, such as `'auto' | 'light'`; none where it is no list of words. */
const valuesOf = ({ text }) => Array.from(text.matchAll(/'([^']*)'/g), ([, name]) => ({ name }));

/**
 * The same for Visual Studio Code, and editors built on it: the elements for HTML, and their custom
 * properties for CSS.
 */
export function customData({ modules }) {
  const elements = modules.flatMap(({ declarations }) => declarations);
  const markdown = (value) => ({ kind: 'markdown', value });
  const list = (title, entries) =>
    entries.length > 0
      ? `\n\n**${title}**\n${entries.map(({ name, description }) => `- ${name ? `\`${name}\`` : 'without a name'}: ${description}`).join('\n')}`
      : '';
  const tags = elements.map(({ tagName, description, attributes, events, slots, cssParts }) => ({
    name: tagName,
    description: markdown(description + list('Slots', slots) + list('Events', events) + list('Parts', cssParts)),
    attributes: attributes.map((one) => {
      const values = valuesOf(one.type);
      return {
        name: one.name,
        description: markdown(one.description),
        ...(values.length > 0 && { values }),
        // What is there or not, without a value.
        ...(one.type.text === 'boolean' && { valueSet: 'v' }),
      };
    }),
  }));
  const properties = elements.flatMap(({ tagName, cssProperties }) =>
    cssProperties.map(({ name, description }) => ({ name, description: markdown(`\`<${tagName}>\`: ${description}`) })),
  );
  return { html: { version: 1.1, tags }, css: { version: 1.1, properties } };
}
