// The documentation of the elements for editors and catalogues of components,
// from the comments in the hand-written modules: custom-elements.json and, from
// that, web-types.json.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Element → where it is written, under which name it is exported from where, and its attributes. */
const ELEMENTS = {
  'product-pool-card': { from: 'card/element.js', name: 'ProductPoolCard', path: 'card.js', table: ['card/properties.js', 'ATTRIBUTES'] },
  'product-pool-config': { from: 'shared/config.js', name: 'ProductPoolConfig', path: 'card.js', table: ['shared/config.js', 'CONFIG_ATTRIBUTES'] },
  'product-pool-matrix': { from: 'views/matrix.js', name: 'ProductPoolMatrix', path: 'matrix.js', table: ['views/attributes.js', 'MATRIX'] },
  'product-pool-changes': { from: 'views/changes.js', name: 'ProductPoolChanges', path: 'changes-view.js', table: ['views/attributes.js', 'CHANGES'] },
};

/** What the analyzer has to see, those that others extend first. */
const MODULES = ['shared/attributes.js', 'shared/config.js', 'shared/element.js', 'card/element.js', 'views/matrix.js', 'views/changes.js'];

/** Methods that browsers call, not pages. */
const CALLBACK = /Callback$/;

async function analyze(root) {
  const tools = createRequire(join(root, 'tests/package.json')).resolve('@custom-elements-manifest/analyzer');
  const { create, ts } = await import(pathToFileURL(tools));
  const modules = [];
  for (const name of MODULES) {
    const text = await readFile(join(root, 'pkg/src', name), 'utf8');
    // It leaves out what is not exported, as the classes are under other names.
    const shown = text.replace(/^class /gm, 'export class ');
    modules.push(ts.createSourceFile(name, shown, ts.ScriptTarget.ES2022, true));
  }
  return create({ modules });
}

const sentence = (text) => text?.replace(/\s*\n\s*/g, ' ').trim();

/** One entry for each panel where an entry is about any. */
const perPanel = (entries = [], panels) =>
  entries.flatMap((entry) =>
    entry.name.includes('PANEL')
      ? panels.map((panel) => ({ ...entry, name: entry.name.replace('PANEL', panel), description: entry.description.replaceAll('PANEL', `\`${panel}\``) }))
      : [entry]);

/** A property that reflects an attribute. */
function reflecting({ name, type, description, default: otherwise }, [property, kind]) {
  const always = kind === 'boolean' || otherwise !== undefined;
  return {
    kind: 'field',
    name: property,
    type: { text: always ? type.text : `${type.text} | null` },
    description,
    ...(otherwise !== undefined && { default: `'${otherwise}'` }),
    attribute: name,
    reflects: true,
  };
}

/** A member as the analyzer found it, less what is nobody's business. */
function member({ kind, name, type, description, parameters, return: result, readonly }) {
  return {
    kind,
    name,
    ...(type && { type }),
    ...(description && { description: sentence(description) }),
    ...(readonly && { readonly }),
    ...(parameters && { parameters }),
    ...(result && { return: result }),
  };
}

/** The manifest of the package in `<root>/pkg`. */
export async function manifest(root) {
  const { modules } = await analyze(root);
  const pkg = (name) => import(pathToFileURL(join(root, 'pkg/src', name)));
  const { PANELS } = await pkg('card/panels.js');
  const declarations = modules.flatMap((module) => module.declarations);
  const made = {};
  for (const [tagName, { from, name, path, table }] of Object.entries(ELEMENTS)) {
    const found = modules.find((module) => module.path === from).declarations.find((one) => one.tagName === tagName);
    const parent = declarations.find((one) => one.name === found.superclass?.name);
    const inherited = (parent?.members ?? []).filter((one) => !found.members.some(({ name }) => name === one.name));
    const reflected = (await pkg(table[0]))[table[1]];
    const attributes = found.attributes.map(({ name, type, description, default: otherwise }) => ({
      name,
      type,
      description: description.replace('PANELS', PANELS.map((panel) => `\`${panel}\``).join(', ')),
      ...(otherwise !== undefined && { default: otherwise }),
      fieldName: reflected[name]?.[0] ?? name,
    }));
    const members = [...found.members, ...inherited].filter(
      ({ name, privacy, description, static: isStatic }) =>
        !isStatic && privacy !== 'private' && !name.startsWith('#') && !CALLBACK.test(name) && !/@internal/.test(description ?? '') && description !== undefined,
    );
    made[path] ??= { kind: 'javascript-module', path, declarations: [], exports: [] };
    made[path].declarations.push({
      kind: 'class',
      customElement: true,
      tagName,
      name,
      superclass: { name: 'HTMLElement' },
      description: sentence(found.description),
      attributes,
      members: [
        ...attributes.filter((one) => one.name in reflected).map((one) => reflecting(one, reflected[one.name])),
        ...members.map(member),
      ],
      events: (found.events ?? []).filter(({ name }) => name).map(({ name, type, description }) => ({ name, type, description })),
      slots: perPanel(found.slots, PANELS),
      cssParts: perPanel(found.cssParts, PANELS),
      cssProperties: found.cssProperties ?? [],
    });
    const declaration = { name, module: path };
    made[path].exports.push({ kind: 'js', name, declaration }, { kind: 'custom-element-definition', name: tagName, declaration });
  }
  return { schemaVersion: '1.0.0', readme: 'README.md', modules: Object.values(made) };
}

/** The same for editors that read web-types. */
export function webTypes({ modules }, { name, version }) {
  const elements = modules.flatMap(({ declarations }) => declarations);
  const value = ({ text }) => ({ type: text.split(/\s*\|\s*/) });
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name,
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: elements.map(({ tagName, description, attributes, slots, events, members, cssParts, cssProperties }) => ({
          name: tagName,
          description,
          attributes: attributes.map(({ name, description, type, default: otherwise }) => ({
            name,
            description,
            value: type.text === 'boolean' ? { kind: 'no-value' } : value(type),
            ...(otherwise !== undefined && { default: otherwise }),
          })),
          slots: slots.map(({ name, description }) => ({ name, description })),
          js: {
            events: events.map(({ name, description, type }) => ({ name, description, type: type.text })),
            properties: members.filter(({ kind }) => kind === 'field').map(({ name, description, type }) => ({ name, description, type: type.text })),
          },
          css: {
            parts: cssParts.map(({ name, description }) => ({ name, description })),
            properties: cssProperties.map(({ name, description }) => ({ name, description })),
          },
        })),
      },
    },
  };
}
