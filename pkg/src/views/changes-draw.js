// What changed between two versions, as elements: allergens first, then the
// ingredients word by word, the figures, and every other field by subject.

import { allergenFields, saysSameOfAllergens } from './changes-allergens.js';
import { make } from './element.js';

const hidden = (text) => make('span', { class: 'visually-hidden' }, text);

/** A heading, `below` levels under the view's own. */
const heading = (level, below, name, text) => make(`h${Math.min(level + below, 6)}`, { class: name }, text);

const badge = (status, words) => make('span', { class: 'badge', 'data-status': status }, words(`status.${status}`));

/** What stood before and what stands now, side by side. */
const fromTo = (before, after, words) => [
  make('span', {}, hidden(`${words('diff.was')}: `), before),
  make('span', { 'aria-hidden': 'true' }, '→'),
  make('span', {}, hidden(`${words('diff.is')}: `), after),
];

/** The name of the component that a change is of; nothing where there is only one. */
function nameOf(diff, place, words) {
  const { name, after, before } = diff.components[place];
  return name ?? words('card.component', { number: (after ?? before) + 1 });
}

function allergenItem(change, diff, words) {
  const { allergen, direction, before, after, conflictBefore, conflictAfter } = change;
  const status = (one) => (one === null ? words('card.said.nothing') : badge(one, words));
  const conflict = conflictBefore === conflictAfter ? undefined : conflictAfter ? 'allergens.conflict' : 'diff.conflict.went';
  return make(
    'li',
    { 'data-direction': direction, 'data-allergen': allergen, part: `allergen ${direction}` },
    make(
      'div',
      { class: 'line' },
      make('span', { class: 'name' }, words(`allergen.${allergen}`)),
      direction === 'within' ? badge(after, words) : fromTo(badge(before, words), badge(after, words), words),
      make('span', {}, words(`diff.direction.${direction}`)),
    ),
    conflict && make('p', { class: 'conflict' }, words(conflict)),
    change.components.length > 0 &&
      make(
        'ul',
        {},
        change.components.map(({ component, before, after }) =>
          make('li', { class: 'line' }, make('span', { class: 'muted' }, nameOf(diff, component, words)), fromTo(status(before), status(after), words))),
      ),
  );
}

function drawAllergens(diff, words, level) {
  const title = words('panel.allergens');
  const fields = allergenFields(diff);
  const more = `${title}: ${words('diff.more')}`;
  return section(
    'allergens',
    title,
    level,
    diff.allergens.length === 0
      ? make('p', {}, words(saysSameOfAllergens(diff) ? 'diff.allergens.same' : 'diff.allergens.texts'))
      : make('ul', { class: 'allergens' }, diff.allergens.map((change) => allergenItem(change, diff, words))),
    fields.length > 0 && [
      heading(level, 2, 'muted', more),
      table(more, fieldHeads(words), fields.map((change) => fieldRow(change, words))),
    ],
    make('p', { class: 'muted' }, words('allergens.intro')),
  );
}

function section(name, title, level, ...content) {
  return make('section', { 'data-section': name, part: `section ${name}` }, heading(level, 1, 'subtitle', title), ...content);
}

/** A component's name over what is of it, where there are several. */
const of = (diff, place, words, level) =>
  diff.components.length > 1 && heading(level, 2, 'muted', nameOf(diff, place, words));

function pieceOf({ kind, text, emphasised }, words) {
  const content = emphasised ? make('strong', {}, text) : text;
  if (kind === 'added') return make('ins', {}, hidden(` ${words('diff.added')} `), content);
  if (kind === 'removed') return make('del', {}, hidden(` ${words('diff.removed')} `), content);
  return content;
}

function drawIngredients(diff, words, level) {
  if (diff.ingredients.length === 0) return undefined;
  const lists = diff.ingredients.map(({ component, pieces }) => [
    of(diff, component, words, level),
    make('p', { class: 'text' }, pieces.map((piece) => pieceOf(piece, words))),
  ]);
  return section('ingredients', words('panel.ingredients'), level, lists);
}

const BASES = { g: 'nutrition.per-100-g', ml: 'nutrition.per-100-ml' };

function columnName(column, words) {
  if (column === 'serving') return words('nutrition.per-serving');
  if (column === 'prepared') return words('nutrition.prepared');
  // Per 100 of what may differ between the versions; that is told above.
  const per100 = words('diff.per-100');
  return column === 'prepared-per-100' ? words('nutrition.prepared-100', { basis: per100 }) : per100;
}

function table(caption, heads, rows) {
  return make(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption },
    make(
      'table',
      {},
      make('caption', { class: 'visually-hidden' }, caption),
      make('thead', {}, make('tr', {}, heads.map((text) => make('th', { scope: 'col' }, text)))),
      make('tbody', {}, rows.map(([head, ...cells]) => make('tr', {}, make('th', { scope: 'row' }, head), cells.map((cell) => make('td', {}, cell))))),
    ),
  );
}

function drawNutrition(diff, words, level) {
  if (diff.nutrition.length === 0) return undefined;
  const amount = (one) => (one ? [one.value, one.unit ?? []].flat().join(' ') : words('nutrition.not-given'));
  const basis = (key) => words(BASES[key] ?? 'nutrition.per-100-unknown');
  const title = words('panel.nutrition');
  const tables = diff.nutrition.map(({ component, basis: changed, figures }) => [
    of(diff, component, words, level),
    changed && make('p', { class: 'conflict' }, words('diff.basis', { before: basis(changed.before), after: basis(changed.after) })),
    figures.length > 0 &&
      table(
        diff.components.length > 1 ? `${title}: ${nameOf(diff, component, words)}` : title,
        [words('nutrition.nutrient'), words('diff.column'), words('diff.was'), words('diff.is')],
        figures.map(({ nutrient, column, before, after, trend }) => {
          const sign = { more: '▲ ', less: '▼ ' }[trend];
          return [
            words(`nutrient.${nutrient}`),
            columnName(column, words),
            amount(before),
            [sign && make('span', { 'aria-hidden': 'true' }, sign), amount(after)],
          ];
        }),
      ),
  ]);
  return section('nutrition', title, level, tables);
}

/** A value in words where it has any, else as JSON. */
function valueOf(place, words) {
  if (!place) return make('span', { class: 'muted' }, words('card.said.nothing'));
  const { value } = place;
  if (value === null || value === '') return make('span', { class: 'muted' }, words('card.said.nothing'));
  if (typeof value === 'string') return make('span', { class: 'text' }, value);
  if (typeof value === 'object' && !Array.isArray(value)) {
    const keys = Object.keys(value).join();
    if (/^(value|id),description$/.test(keys) && typeof value.description === 'string' && value.description) return value.description;
    if (keys === 'value,units' && value.value !== null) return `${value.value} ${value.units ?? ''}`.trim();
  }
  return make('code', {}, typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function fieldName({ field, known, before, after }, words) {
  const { path } = after ?? before;
  const key = `field.${field}`;
  if (known && words.has(key)) return [words(key), make('div', { class: 'muted' }, make('code', {}, path))];
  return [make('code', {}, path), !known && make('div', { class: 'muted' }, words('diff.unknown'))];
}

const fieldRow = (change, words) => [fieldName(change, words), valueOf(change.before, words), valueOf(change.after, words)];

const fieldHeads = (words) => [words('diff.field'), words('diff.was'), words('diff.is')];

function componentItem(change, diff, words) {
  const came = change.before === null;
  const name = nameOf(diff, change.component, words);
  return make('li', {}, words(`diff.component.${came ? 'came' : 'went'}`, { name }));
}

/** What the subjects are called: as the card's panels, where there is one. */
const SUBJECTS = {
  ingredients: 'panel.ingredients',
  nutrition: 'panel.nutrition',
  component: 'diff.components',
  safety: 'section.safety_outer',
  identity: 'panel.summary',
  handling: 'panel.handling',
  diets: 'panel.diets',
  origin: 'panel.origin',
  claims: 'panel.accreditations',
  logistics: 'panel.logistics',
  packaging: 'panel.packaging',
  record: 'panel.supplier',
};

/** The subjects that have a section of their own before the plain fields. */
const TOLD_APART = ['ingredients', 'nutrition'];

function drawFields(diff, words, level) {
  const rest = diff.fields.filter(({ told, subject }) => !told && subject !== 'allergens');
  const subjects = [...new Set(rest.map(({ subject }) => subject))];
  return subjects.map((subject) => {
    const changes = rest.filter((change) => change.subject === subject);
    const name = words(SUBJECTS[subject] ?? 'panel.details');
    const apart = TOLD_APART.includes(subject);
    const title = apart ? `${name}: ${words('diff.more')}` : name;
    const whole = changes.filter((it) => subject === 'component' && it.component !== null && (it.before === null || it.after === null));
    const fields = changes.filter((it) => !whole.includes(it));
    return section(
      apart ? `${subject}-fields` : subject,
      title,
      level,
      whole.length > 0 && make('ul', {}, whole.map((change) => componentItem(change, diff, words))),
      fields.length > 0 && table(title, fieldHeads(words), fields.map((change) => fieldRow(change, words))),
    );
  });
}

/** The fields that the sections above tell in their own way. */
function drawTold(diff, words) {
  const told = diff.fields.filter((change) => change.told);
  if (told.length === 0) return undefined;
  const title = words('diff.told', { count: told.length });
  return make('details', {}, make('summary', {}, title), table(title, fieldHeads(words), told.map((change) => fieldRow(change, words))));
}

/** The whole view; `versions` are the versions' names, if they are known. */
export function drawChanges(diff, { words, level, versions }) {
  const [before, after] = versions;
  return make(
    'div',
    { class: 'view changes', part: 'changes' },
    heading(level, 0, 'title', words('diff.title')),
    before && after && make('p', { class: 'muted' }, words('diff.versions', { before, after })),
    diff.same
      ? make('p', {}, words('diff.same'))
      : [
          drawAllergens(diff, words, level),
          drawIngredients(diff, words, level),
          drawNutrition(diff, words, level),
          drawFields(diff, words, level),
          drawTold(diff, words),
        ],
  );
}

/** What stands there while the versions are fetched, and where they are not to be had. */
export function drawState(state, { words, level }) {
  const title = heading(level, 0, 'title', words('diff.title'));
  if (state === 'loading') {
    return make('div', { class: 'view changes', part: 'changes', 'aria-busy': 'true' }, title, make('p', { class: 'muted' }, words('card.loading')));
  }
  return make(
    'div',
    { class: 'view changes', part: 'changes', role: 'alert' },
    title,
    make('p', { class: 'failure' }, words(`error.${state}.title`), '. ', words(`error.${state}.text`)),
    make('div', {}, make('button', { type: 'button', part: 'button', 'data-action': 'retry' }, words('error.retry'))),
  );
}
