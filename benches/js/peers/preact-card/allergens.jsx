// The allergen panel: every group of Annex II with its status in words, what
// contradicts it, and the supplier's own words behind it.

import { allergenReport } from './allergens.js';
import { Panel, Runs, attributed, componentsOf, namesOf } from './panels.jsx';
import { richText } from './rich-text.js';
import { statuses } from './words.js';

/** The sign repeats the words for the eye; colour is a third way to say it. */
const SIGNS = { contains: '●', 'may-contain': '◐', 'not-stated': '?', 'not-present': '○' };

export function Allergens({ product, level }) {
  const components = componentsOf(product);
  const names = namesOf(components);
  const { groups, statements } = allergenReport(components);
  const contradicted = groups.some((group) => [group, ...group.members].some((it) => it.conflicts.length));
  return (
    <Panel name="allergens" title="Allergens" level={level}>
      <p class="muted">As declared by the manufacturer. Always check the label.</p>
      {groups.every(({ status }) => status === 'not-stated') && (
        <p class="notice warn" data-notice="no-allergens">No allergen information was supplied. Check the label.</p>
      )}
      {contradicted && (
        <p class="notice warn" data-notice="conflict">The manufacturer’s data contradicts itself. Check the label.</p>
      )}
      {statements.map(({ component, path, text }) => (
        <p class="statement" data-statement={path}>
          <b>Statement on allergens{attributed(component, names)}: </b>
          <Runs runs={richText(text)} />
        </p>
      ))}
      <ul class="allergens" part="allergens">
        {Object.keys(statuses).flatMap((status) =>
          groups.filter((group) => group.status === status).map((group) => <Group fact={group} names={names} />),
        )}
      </ul>
    </Panel>
  );
}

function Badge({ status }) {
  return (
    <span class={`badge ${status}`}>
      <span aria-hidden="true" class="sign">{SIGNS[status]}</span>
      {statuses[status]}
      {status === 'not-stated' && ' — check the label'}
    </span>
  );
}

function Group({ fact, names }) {
  const members = fact.members.filter((member) => member.positive || member.conflicts.length);
  const risks = fact.evidence.filter(
    ({ risk, component }, at, all) =>
      risk && all.findIndex((other) => other.risk === risk && other.component === component) === at,
  );
  return (
    <li data-allergen={fact.key} data-status={fact.status}>
      <div class="line">
        <span class="name">{fact.name}</span>
        <Badge status={fact.status} />
        <details class="provenance">
          <summary>Source<span class="visually-hidden">: {fact.name}</span></summary>
          <ul>{fact.evidence.map((piece) => <li><Evidence piece={piece} names={names} /></li>)}</ul>
        </details>
      </div>
      {members.length > 0 && (
        <ul class="members">
          {members.map((member) => (
            <li data-allergen={member.key} data-status={member.status}>
              <span class="name">{member.name}</span>
              <Badge status={member.status} />
              <Conflicts fact={member} names={names} />
            </li>
          ))}
        </ul>
      )}
      {names.length > 1 && fact.positive && (
        <p class="detail">In: {fact.components.map((index) => names[index]).join(', ')}</p>
      )}
      <Conflicts fact={fact} names={names} />
      {fact.gluten.map(({ name, text, component }) => (
        <p class="detail">
          Gluten at most 20 mg/kg ({name}), supplier’s words: “{text}”{attributed(component, names)}
        </p>
      ))}
      {risks.map(({ risk, component }) => (
        <p class="detail">Source of the risk: {risk}{attributed(component, names)}</p>
      ))}
    </li>
  );
}

function Conflicts({ fact, names }) {
  return fact.conflicts.map(({ kind, component, path, verbatim }) => (
    <p class="detail conflict" data-conflict={path}>
      <span aria-hidden="true" class="sign">⚠</span>
      {kind}{attributed(component, names)}
      {verbatim && <>: <q>{verbatim}</q></>}
    </p>
  ));
}

function Evidence({ piece, names }) {
  return (
    <>
      {piece.source === 'flag' ? 'allergen declaration' : 'list of ingredients'}
      {attributed(piece.component, names)}
      {': '}
      {piece.verbatim ? `supplier’s words: “${piece.verbatim}”` : 'nothing stated'} <code>{piece.path}</code>
    </>
  );
}
