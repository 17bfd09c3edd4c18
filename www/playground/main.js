// The playground: shows an element as the page's address says, and changes the address as the
// visitor changes the element.

import { configure } from '../../pkg/dist/card.js';
import { ELEMENTS } from './elements.js';
import { readChoices, writeChoices } from './address.js';
import { makeControls, validAttributes } from './controls.js';
import { connectCopyButtons } from './copy.js';
import { connectFrame } from './frame.js';
import { connectLog } from './log.js';
import { markupOf, settingsOf } from './markup.js';
import { readReference } from './reference.js';
import { connectScan } from './scan.js';
import { HAS_GATEWAY, PACKAGE, SETTINGS, SOURCES, UNWRITTEN } from './service.js';
import { makeSlots, slotted } from './slots.js';
import { connectWays, fetchFragment, fragmentOf } from './ways.js';
import { find, isPlainClick, make, showProblem } from './dom.js';

/** Settings that a state may have, so that the one before leaves none behind. */
const NONE = { client: null };

/** @type {import('./address.js').Choices} */
let choices;

/** The control that was last changed by typing: further letters are no further step back. */
let typed;

/** The element that is shown, and what it was made of. */
let shown = {};

const definitionOf = ({ element }) => (Object.hasOwn(ELEMENTS, element) ? ELEMENTS[element] : ELEMENTS.card);

/** Everything that the controls of an element are made from, loaded once. */
const loaded = new Map();
function load(definition) {
  if (!loaded.has(definition)) {
    const modules = definition.modules.map((module) => import(new URL(module, PACKAGE)));
    loaded.set(definition, Promise.all([definition.states(), readReference(definition, SOURCES), ...modules]));
  }
  return loaded.get(definition);
}

/** Whether any of these attributes says what an element shows. */
const hasSubject = ({ subject }, attributes) => subject.some((name) => name in attributes);

/** The state that is chosen; the first one where nothing is. */
function stateOf({ state, attributes }, definition, states) {
  if (state !== undefined) return states.find(({ key }) => key === state);
  return hasSubject(definition, attributes) ? undefined : states[0];
}

/** Changes the choices and the address. */
function choose(changes, key) {
  const isTyping = key !== undefined && key === typed;
  typed = key;
  choices = { ...choices, ...changes };
  const address = `${location.pathname}${writeChoices(choices)}`;
  if (isTyping) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  update();
}

/** Changes an attribute; one that says what is shown takes the place of the state. */
function chooseAttribute(name, value, isTyping) {
  const definition = definitionOf(choices);
  const { state } = shown;
  const isSubject = definition.subject.includes(name);
  const attributes = { ...(isSubject ? state?.attributes : {}), ...choices.attributes };
  if (value === undefined) delete attributes[name];
  else attributes[name] = value;
  const none = hasSubject(definition, attributes) ? undefined : '';
  const drawn = name === 'rendering' ? undefined : choices.drawn;
  choose({ attributes, drawn, ...(isSubject && { state: none }) }, isTyping ? name : undefined);
}

/** Shows what was scanned: another product, or a further row of the matrix. */
function chooseScanned(code) {
  const { gtins } = { ...shown.state?.attributes, ...choices.attributes };
  if (choices.element === 'matrix') chooseAttribute('gtins', `${gtins ?? ''} ${code}`.trim());
  else {
    const { attributes } = choicesFor(undefined, definitionOf(choices));
    choose({ state: undefined, attributes: { ...attributes, gtin: code } });
  }
}

/** The choices that a link to a state leads to: how the element looks stays as it is. */
function choicesFor(key, { subject }) {
  const look = Object.entries(choices.attributes).filter(([name]) => !subject.includes(name));
  return { ...choices, state: key, attributes: Object.fromEntries(look) };
}

function showStates(definition, states, current) {
  const item = ({ key, title, shows }) => {
    const link = make('a', { href: writeChoices(choicesFor(key, definition)), title: shows }, title);
    link.dataset.key = key;
    if (key === current?.key) link.ariaCurrent = 'true';
    return make('li', {}, link);
  };
  const list = find('states');
  const { key: focused } = list.contains(document.activeElement) ? document.activeElement.dataset : {};
  const left = list.scrollLeft;
  list.replaceChildren(...states.map(item));
  list.scrollLeft = left;
  if (focused) list.querySelector(`[data-key="${focused}"]`)?.focus();
}

function showElements() {
  for (const link of find('elements').querySelectorAll('a')) {
    link.ariaCurrent = ELEMENTS[link.dataset.element] === shown.definition ? 'page' : null;
  }
}

/** Makes the controls of an element, unless they are there. */
function makeForm(definition, reference) {
  if (definition === shown.definition) return;
  shown = { definition };
  shown.setControls = makeControls(find('attributes'), definition, reference, chooseAttribute);
  shown.setSlots = makeSlots(find('slots'), reference, (slots) => choose({ slots }));
  listenTo(reference.fires.map(({ name }) => name));
  find('scan-section').hidden = !('gtin' in definition.table || 'gtins' in definition.table);
}

/** Chooses who draws the card. */
function chooseWay(way) {
  const { rendering: _, ...attributes } = choices.attributes;
  if (way === 'gateway') attributes.rendering = way;
  choose({ attributes, drawn: way === 'server' ? way : undefined });
}

/** Whether the gateway and a server can draw what is shown: not what the page itself brings. */
const isOfService = ({ tag }, state, attributes) =>
  HAS_GATEWAY && tag === ELEMENTS.card.tag && !state?.settings && !attributes['base-url'] && !attributes.version;

/** Who draws what is shown. */
function wayOf(isService, { rendering }) {
  if (!isService) return 'browser';
  return choices.drawn ?? rendering ?? 'browser';
}

/**
 * Brings the element to the choices: a new one for another state or way, else the same one.
 * `fragment` is the element that the server has drawn.
 */
function showElement(definition, state, attributes, slots, way, fragment) {
  const settings = { ...SETTINGS, ...state?.settings };
  const isSame = shown.element && shown.state === state && shown.way === way && !fragment;
  if (!isSame) find('stage').replaceChildren();
  configure({ ...NONE, ...UNWRITTEN, ...settings });
  const element = isSame ? shown.element : (fragment ?? document.createElement(definition.tag));
  for (const name of element.getAttributeNames()) {
    if (!(name in attributes) && (name in definition.table || name === 'lang')) element.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  // A fragment has its record among its children.
  if (fragment) element.append(...slotted(slots));
  else if (!isSame || slots.join() !== shown.slots.join()) element.replaceChildren(...slotted(slots));
  if (!isSame) find('stage').append(element);
  shown.element = element;
  Object.assign(shown, { state, slots, way });
  const children = Array.from(element.children, ({ outerHTML }) => outerHTML);
  find('markup').textContent = fragment
    ? `<!-- Your server puts the answer of this address here. -->\n<!-- ${fragmentOf(attributes)} -->`
    : markupOf(definition.tag, attributes, children);
  find('settings').textContent = settingsOf(PACKAGE.href, definition.modules, settings);
}

/** The sentence about an element that is in none of the states. */
function describe(definition, attributes) {
  if (choices.state) return `There is no state ${choices.state}.`;
  return hasSubject(definition, attributes) ? 'A product of your choice.' : 'No product is chosen.';
}

/** Sets the sentence about what is shown; set again, the same one would be read aloud again. */
function setSentence(text) {
  const place = find('shows');
  if (place.textContent !== text) place.textContent = text;
}

/** Shows what is chosen. */
async function update() {
  const current = choices;
  const definition = definitionOf(choices);
  try {
    const [states, reference] = await load(definition);
    if (current !== choices) return;
    makeForm(definition, reference);
    const state = stateOf(choices, definition, states);
    const attributes = validAttributes(definition.table, { ...state?.attributes, ...choices.attributes });
    const isService = isOfService(definition, state, attributes);
    const way = wayOf(isService, attributes);
    const fragment = way === 'server' ? await fetchFragment(fragmentOf(attributes)) : undefined;
    // Something else was chosen meanwhile.
    if (current !== choices) return;
    const slots = shown.setSlots(choices.slots);
    showElement(definition, state, attributes, slots, way, fragment);
    setWay(way, isService ? attributes : undefined);
    find('ways-section').hidden = definition !== ELEMENTS.card || !HAS_GATEWAY;
    showStates(definition, states, state);
    showElements();
    shown.setControls(attributes);
    setWidth(choices.width);
    setSentence(state?.shows ?? describe(definition, attributes));
    find('problem').hidden = true;
    document.title = `${state ? `${state.title} · ` : ''}Playground · product-pool`;
  } catch (error) {
    loaded.delete(definition);
    showProblem('problem', 'The playground could not be loaded: is the service of the demo running?', error);
  }
  find('main').classList.remove('awaiting');
}

function follow() {
  choices = readChoices(location.search);
  typed = undefined;
  update();
}

const listenTo = connectLog({
  log: find('log'),
  announce: find('log-announce'),
  clear: find('log-clear'),
  count: find('log-count'),
});

const setWidth = connectFrame(
  {
    frame: find('frame'),
    stage: find('stage'),
    handle: find('handle'),
    presets: find('widths'),
    input: find('width'),
    output: find('frame-width'),
  },
  (width, isTyping) => choose({ width }, isTyping ? 'width' : undefined),
);

const setWay = connectWays(new URL('card.js', PACKAGE).href, chooseWay);

connectScan(find('scan-form'), chooseScanned);
connectCopyButtons();

find('states').addEventListener('click', (event) => {
  const { key } = event.target.closest('a')?.dataset ?? {};
  if (!key || !isPlainClick(event)) return;
  event.preventDefault();
  choose(choicesFor(key, definitionOf(choices)));
});

find('elements').addEventListener('click', (event) => {
  const { element } = event.target.closest('a')?.dataset ?? {};
  if (!element || !isPlainClick(event)) return;
  event.preventDefault();
  choose({ element, state: undefined, attributes: {}, slots: [], drawn: undefined });
});

find('attributes').addEventListener('submit', (event) => event.preventDefault());
find('reset').addEventListener('click', () => {
  choose({ state: shown.state?.key, attributes: {}, slots: [], width: undefined, drawn: undefined });
});

addEventListener('popstate', follow);
follow();
