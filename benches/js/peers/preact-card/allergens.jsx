// The allergen panel: the groups of Annex II in up to four lines, contradictions, and
// the sources.

import { allergenReport } from './allergens.js';
import { Panel, Runs, attributed, componentsOf, namesOf } from './panels.jsx';
import { richText } from './rich-text.js';
import { leads } from './words.js';

/** A statement that only refers to the list of ingredients, or lists "may contain". */
const ACCOUNTED_FOR = /^(for allergens,? )?[^.]*\bsee ingredients in [^.]*(bold|capitals)\.?( may (also )?contain [^.]*\.?)?$/i;

export function Allergens({ product, level }) {
  const components = componentsOf(product);
  const names = namesOf(components);
  const { groups, statements } = allergenReport(components);
  const isSilent = groups.every(({ evidence }) => evidence.every(({ status }) => status === 'not-stated'));
  const isFolded = ({ text }) => ACCOUNTED_FOR.test(text);
  return (
    <Panel name="allergens" title="Allergens" level={level}>
      <div>
        {isSilent && (
          <p class="notice" data-notice="no-allergens">No allergen information was supplied. Check the label.</p>
        )}
        <dl class="lines" part="allergen-list">
          {Object.keys(leads).map((status) => {
            const those = groups.filter((group) => group.status === status);
            return those.length > 0 && <Line status={status} groups={those} names={names} isSilent={isSilent} />;
          })}
        </dl>
        <div class="statements">
          {statements.filter((it) => !isFolded(it)).map((it) => <Statement statement={it} names={names} />)}
        </div>
        <details class="provenance" data-toggle="sources">
          <summary>Where this comes from</summary>
          <p class="muted">As declared by the manufacturer. Always check the label.</p>
          {statements.filter(isFolded).map((it) => <Statement statement={it} names={names} />)}
          <dl>{groups.map((fact) => <Sources fact={fact} names={names} />)}</dl>
        </details>
      </div>
    </Panel>
  );
}

function Line({ status, groups, names, isSilent }) {
  const isPlain = status === 'not-present' || (status === 'not-stated' && isSilent);
  const details = groups.flatMap((fact) => detailsOf(fact, names));
  return (
    <div class="line" data-status={status}>
      <dt>{leads[status]}</dt>
      <dd>
        <ul class={isPlain ? 'names' : 'chips'}>
          {groups.map((fact) => <Chip fact={fact} names={names} isPlain={isPlain} isSilent={isSilent} />)}
        </ul>
        {details.length > 0 && <ul class="details">{details}</ul>}
      </dd>
    </div>
  );
}

function Chip({ fact, names, isPlain, isSilent }) {
  const isDisputed = fact.status === 'not-stated' && fact.conflicts.length > 0;
  const isPart = fact.positive && fact.components.length < names.length;
  return (
    <li data-allergen={fact.key} data-status={fact.status}>
      {!isPlain && <span class="sign" data-sign={isDisputed ? 'warning' : fact.status} />}
      <Names fact={fact} />
      {fact.status === 'not-stated' && !isSilent && !isDisputed && <span class="aside"> (not stated)</span>}
      {names.length > 1 && isPart && (
        <span class="in"> – {fact.components.map((index) => names[index]).join(', ')}</span>
      )}
    </li>
  );
}

/** "Nuts: Almonds, Hazelnuts", "Wheat, Rye (gluten)". */
function Names({ fact }) {
  const members = fact.members.filter((member) => member.positive || member.conflicts.length);
  if (members.length === 0) return fact.name;
  const list = members.flatMap(({ key, status, name }, index) => [
    index > 0 && ', ',
    <span data-allergen={key} data-status={status}>{name}</span>,
  ]);
  return fact.key === 'cereal' ? <>{list} (gluten)</> : <>{fact.name}: {list}</>;
}

function detailsOf(fact, names) {
  const conflicts = [...fact.members, fact].flatMap(({ name, conflicts: found }) =>
    found.map(({ kind, component, path, verbatim }) => (
      <li class="conflict" data-conflict={path}>
        <span class="sign" data-sign="warning" />
        {name} – {kind}{attributed(component, names)}
        {verbatim && <>: <q>{verbatim}</q></>}
      </li>
    )),
  );
  const gluten = fact.gluten.map(({ name, text, component }) => (
    <li data-gluten={fact.key}>
      Gluten no more than 20 mg/kg ({name}). Supplier states: “{text}”{attributed(component, names)}
    </li>
  ));
  return [...conflicts, ...gluten];
}

function Statement({ statement: { component, path, text }, names }) {
  return (
    <p class="statement" data-statement={path}>
      <b>Allergen statement{attributed(component, names)}: </b>
      <span class="said"><Runs runs={richText(text)} /></span>
    </p>
  );
}

function Sources({ fact, names }) {
  return (
    <>
      <dt>{fact.name}</dt>
      {fact.evidence.map((piece) => (
        <dd>
          {piece.source === 'flag' ? 'Allergen declaration' : 'List of ingredients'}
          {attributed(piece.component, names)}
          {': '}
          {piece.verbatim ? `“${piece.verbatim}”` : 'nothing stated'}
          <code>{piece.path}</code>
          {piece.risk && <><br />Reason given: {piece.risk}</>}
        </dd>
      ))}
    </>
  );
}
