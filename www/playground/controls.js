// The form with a control for each attribute of an element, made from the element's own table
// of attributes and from its documentation.

import { parse } from '../../pkg/dist/src/shared/attributes.js';
import { make } from './dom.js';
import { makePanelList } from './panel-list.js';
import { withCode } from './text.js';

/** The languages of the messages. */
const LANGUAGES = ['en-GB', 'cy', 'de', 'es', 'fr', 'it', 'nl', 'pl'];

/** The groups of attributes; those that stand in no group come last, under the last title. */
const GROUPS = [
  ['What it shows', ['gtin', 'product-id', 'version', 'gtins', 'from', 'to']],
  ['How it looks', ['variant', 'theme', 'density', 'lang', 'heading-level', 'caption']],
  ['Shopper', ['avoid']],
  ['Panels', ['panels']],
  ['Service and loading', []],
];

/** Groups that are open at first, where there is room. */
const OPEN = ['What it shows', 'How it looks', 'Shopper'];

const NUMBERS = { 'whole number': { min: 0 }, 'number from 1 to 6': { min: 1, max: 6 } };

/** The name of a language in that language. */
const languageName = (tag) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag);

/**
 * A control: its element, what the label and the description belong to, and what sets its value.
 * @typedef {{ node: HTMLElement, control: HTMLElement, set: (value: string | undefined) => void }} Control
 */

/** @returns {Control} */
function makeSelect(name, options, changed) {
  const option = ([value, text, lang]) => make('option', { value, textContent: text, lang: lang ?? '' });
  const node = make('select', { name }, ...options.map(option));
  node.addEventListener('change', () => changed(node.value || undefined));
  const set = (value = '') => {
    // Such as a language that has no messages of its own.
    if (!Array.from(node.options).some((one) => one.value === value)) node.append(option([value, value]));
    node.value = value;
  };
  return { node, control: node, set };
}

/** @returns {Control} */
function makeCheckbox(name, changed) {
  const node = make('input', { type: 'checkbox', name });
  node.addEventListener('change', () => changed(node.checked ? '' : undefined));
  return {
    node,
    control: node,
    set: (value) => {
      node.checked = value !== undefined;
    },
  };
}

/** @returns {Control} */
function makeInput(name, properties, changed) {
  const node = make('input', { name, autocomplete: 'off', spellcheck: false, ...properties });
  node.addEventListener('input', () => {
    // Half a number is no number yet.
    if (node.validity.valid) changed(node.value.trim() || undefined, true);
  });
  return {
    node,
    control: node,
    set: (value = '') => {
      // The visitor may be typing a space.
      if (node.value.trim() !== value) node.value = value;
    },
  };
}

/** The control for an attribute of this kind. */
function makeControl(form, { name, kind, fallback }, changed) {
  if (name === 'panels') return makePanelList(form, changed);
  if (name === 'lang') {
    const languages = LANGUAGES.map((tag) => [tag, languageName(tag), tag]);
    return makeSelect(name, [['', 'As the page'], ...languages], changed);
  }
  if (Array.isArray(kind)) {
    const unset = [['', fallback ? `Default (${fallback})` : 'Default']];
    return makeSelect(name, [...unset, ...kind.map((word) => [word, word])], changed);
  }
  if (kind === 'boolean') return makeCheckbox(name, changed);
  if (kind in NUMBERS) return makeInput(name, { type: 'number', ...NUMBERS[kind] }, changed);
  return makeInput(name, { type: 'text' }, changed);
}

/** A control with its label and its description. */
function makeRow(form, attribute, changed) {
  const { name, kind, description = '' } = attribute;
  const control = makeControl(form, attribute, (value, isTyping = false) => changed(name, value, isTyping));
  const id = `attribute-${name}`;
  const hint = make('p', { id: `${id}-hint`, className: 'hint' }, ...withCode(description));
  control.control.id = id;
  control.control.setAttribute('aria-describedby', hint.id);
  const label = make('label', { htmlFor: id }, make('code', {}, name));
  const isBox = kind === 'boolean';
  const parts = name === 'panels' ? [control.node] : isBox ? [control.node, label] : [label, control.node];
  return {
    ...control,
    node: make('div', { className: isBox ? 'field box' : 'field' }, ...parts, hint),
  };
}

/** The attributes of an element with their documentation; every element has a language. */
function attributesOf(table, documented) {
  const kinds = Object.entries(table).map(([name, [, kind]]) => [name, kind]);
  return [...kinds, ['lang', 'text']].map(([name, kind]) => ({
    ...documented.find((entry) => entry.name === name),
    name,
    kind,
  }));
}

/** The attributes whose value is valid, of those that an element has. */
export function validAttributes(table, attributes) {
  const isValid = ([name, value]) => {
    if (name === 'lang') return value !== '';
    if (!Object.hasOwn(table, name)) return false;
    const [, kind] = table[name];
    return kind === 'boolean' || (value !== '' && parse(value, kind) !== null);
  };
  return Object.fromEntries(Object.entries(attributes).filter(isValid));
}

/**
 * Fills a form with the controls of an element.
 * @param {HTMLElement} form
 * @param {import('./elements.js').Definition} definition
 * @param {{ attr: { name: string, description: string, fallback?: string }[] }} reference
 * @param {(name: string, value: string | undefined, isTyping: boolean) => void} changed
 * @returns {(attributes: Record<string, string>) => void} Sets the values of all controls.
 */
export function makeControls(form, { table }, reference, changed) {
  const attributes = attributesOf(table, reference.attr);
  const rows = new Map(attributes.map((attribute) => [attribute.name, makeRow(form, attribute, changed)]));
  const grouped = GROUPS.flatMap(([, names]) => names);
  const isWide = matchMedia('(min-width: 62rem)').matches;
  const groups = GROUPS.map(([title, names], index) => {
    const others = attributes.map(({ name }) => name).filter((name) => !grouped.includes(name));
    const own = (index === GROUPS.length - 1 ? others : names).filter((name) => rows.has(name));
    const nodes = own.map((name) => rows.get(name).node);
    if (nodes.length === 0) return [];
    return make('details', { open: isWide && OPEN.includes(title) }, make('summary', {}, title), ...nodes);
  });
  form.replaceChildren(...groups.flat());
  return (values) => {
    for (const [name, { set }] of rows) set(values[name]);
  };
}
