// The matrix as elements and as rows of text: the same cells in both.

import { make } from './element.js';

/** Signs that do not need colour to be told apart; the words stand beside them. */
export const SIGNS = { contains: '●', 'may-contain': '◐', 'not-stated': '?', 'not-present': '–' };

const sign = (status) => SIGNS[status] ?? '?';
const hidden = (text) => make('span', { class: 'visually-hidden' }, text);
const warns = (status) => status !== 'not-present' && status !== 'not-stated';

/** What stands in a cell: the status, which cereal or nut, in which components, a contradiction. */
function partsOf(fact, view, words) {
  const members = fact.members.filter((member) => warns(member.status));
  const named = members.map((member) => {
    const name = words(`allergen.${member.allergen}`);
    return member.status === fact.status ? name : `${name} (${words(`status.${member.status}`)})`;
  });
  const { components } = view;
  const within = components.length > 1 && warns(fact.status) ? fact.components : [];
  const names = within.map((index) => components[index]?.name ?? words('card.component', { number: index + 1 }));
  const conflicts = [fact, ...fact.members].some((one) => one.conflicts.length > 0);
  return {
    status: words(`status.${fact.status}`),
    check: fact.status === 'not-stated' ? words('allergens.check-label') : undefined,
    members: named.join(', '),
    components: names.length > 0 ? words('allergens.in', { names: names.join(', ') }) : '',
    conflict: conflicts ? words('allergens.conflict') : undefined,
  };
}

function cellOf(fact, view, words) {
  const { status, check, members, components, conflict } = partsOf(fact, view, words);
  return make(
    'td',
    { 'data-status': fact.status, 'data-allergen': fact.allergen, part: `cell ${fact.status}` },
    make('span', { class: 'sign', 'aria-hidden': 'true' }, sign(fact.status), conflict && ' !'),
    hidden([status, check].filter(Boolean).join(': ') + (members || components || conflict ? ': ' : '')),
    make('span', { class: 'members' }, [members, components].filter(Boolean).join('; ')),
    conflict && hidden(`. ${conflict}`),
  );
}

/** The number that a row is of: as asked for, else the product's own. */
function numberOf({ gtin, view }) {
  return gtin ?? view?.gtins.find(({ kind }) => kind === 'case')?.verbatim ?? '';
}

/** What must be known of a product beside its cells. */
function noticesOf(view, words) {
  const { emphasised, warns } = view.allergens;
  const notices = view.notices.map(({ kind, status, latestVersion, changedAt }) =>
    words(`notice.${kind}`, { status, version: latestVersion, date: changedAt && words.date(changedAt) }));
  if (warns) notices.push(words('allergens.unread'));
  if (emphasised.length > 0) notices.push(words('allergens.emphasised', { list: emphasised.map(({ text }) => text).join(', ') }));
  return notices;
}

/** What is said of a row that has no product. */
const failureOf = ({ state }, words) => words(`error.${state}.title`);

/** A row of the table. */
export function drawRow(row, words, columns) {
  const { view, state } = row;
  const number = numberOf(row);
  if (view) {
    const groups = new Map(view.allergens.groups.map((fact) => [fact.allergen, fact]));
    return [
      make(
        'th',
        { scope: 'row', part: 'product' },
        view.name ?? words('card.unnamed'),
        make('div', { class: 'muted' }, [view.brand, number].filter(Boolean).join(' · ')),
        noticesOf(view, words).map((text) => make('div', { class: 'muted notice' }, text)),
      ),
      columns.map((allergen) => cellOf(groups.get(allergen), view, words)),
    ];
  }
  const head = make('th', { scope: 'row', part: 'product' }, number || words('card.unnamed'));
  if (state === 'loading') {
    return [head, make('td', { class: 'row muted', colspan: Math.max(columns.length, 1) }, words('card.loading'))];
  }
  return [
    head,
    make(
      'td',
      { class: 'row', colspan: Math.max(columns.length, 1), part: 'failure' },
      make('span', { class: 'failure' }, failureOf(row, words), '. '),
      words('matrix.failed'),
      ' ',
      row.gtin !== undefined && make('button', { type: 'button', part: 'button', 'data-action': 'retry' }, words('error.retry'), hidden(` ${number}`)),
    ),
  ];
}

/** What the signs mean. */
export function drawLegend(words) {
  return make(
    'dl',
    { class: 'legend', part: 'legend', 'aria-label': words('matrix.legend') },
    Object.keys(SIGNS).map((status) =>
      make(
        'div',
        {},
        make('dt', { 'data-status': status }, SIGNS[status]),
        make('dd', {}, [words(`status.${status}`), status === 'not-stated' && words('allergens.check-label')].filter(Boolean).join(': ')),
      )),
    make('div', {}, make('dt', {}, '!'), make('dd', {}, words('allergens.conflict'))),
  );
}

/** The rows of the file: a cell says in words what the table says in signs. */
export function rowsOf(rows, words, columns) {
  const heads = [
    words('card.gtin'),
    words('panel.summary'),
    words('field.brand_name'),
    ...columns.map((allergen) => words(`allergen.${allergen}`)),
    words('matrix.remarks'),
  ];
  const unknown = `${words('status.not-stated')}: ${words('allergens.check-label')}`;
  const lines = rows.map((row) => {
    const { view } = row;
    if (!view) {
      const remark = row.state === 'loading' ? words('card.loading') : failureOf(row, words);
      // An empty cell would read as "none".
      return [numberOf(row), '', '', ...columns.map(() => unknown), remark];
    }
    const groups = new Map(view.allergens.groups.map((fact) => [fact.allergen, fact]));
    const cells = columns.map((allergen) => {
      const { status, check, members, components, conflict } = partsOf(groups.get(allergen), view, words);
      const more = [members, components].filter(Boolean).join('; ');
      const text = [status, check ?? more].filter(Boolean).join(': ');
      return [text, conflict].filter(Boolean).join('. ');
    });
    return [numberOf(row), view.name ?? words('card.unnamed'), view.brand ?? '', ...cells, noticesOf(view, words).join(' ')];
  });
  return [heads, ...lines];
}
