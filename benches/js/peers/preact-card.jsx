// The README's card in Preact, as a shop would write it for its own pages: the flags of the record
// decide on the allergens, in one language, and a style sheet of its own. It reads no texts.

import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** The groups of Annex II by the name of their flag, with their members. */
const GROUPS = {
  celery_celeriac: ['Celery'],
  cereal: ['Cereals containing gluten', { barley: 'Barley', oats: 'Oats', rye: 'Rye', wheat: 'Wheat' }],
  crustacea: ['Crustaceans'],
  eggs: ['Eggs'],
  fish: ['Fish'],
  lupin: ['Lupin'],
  milk: ['Milk'],
  molluscs: ['Molluscs'],
  mustard: ['Mustard'],
  tree_nuts: [
    'Nuts (tree nuts)',
    {
      almond_nuts: 'Almonds',
      brazil_nuts: 'Brazil nuts',
      cashew_nuts: 'Cashews',
      hazelnut_nuts: 'Hazelnuts',
      macadamia_nuts: 'Macadamia nuts',
      pecan_nuts: 'Pecan nuts',
      pistachio_nuts: 'Pistachio nuts',
      walnut_nuts: 'Walnuts',
    },
  ],
  peanuts: ['Peanuts'],
  sesame_seeds: ['Sesame seeds'],
  soybeans: ['Soybeans (soya)'],
  sulphur_dioxide: ['Sulphur dioxide and sulphites'],
};

/** What a word of the shopper's list means. */
const AVOIDED = { milk: ['milk'], nuts: ['tree_nuts', 'peanuts'] };

/** How the line of each status begins, the gravest first. */
const LINES = {
  contains: 'Contains',
  'may-contain': 'May contain',
  'not-stated': 'Check the label',
  'declared-not-present': 'Declared as not present',
};
const ANSWERS = {
  contains: 'in this product',
  'may-contain': 'may be in this product',
  'not-stated': 'not stated, check the label',
  'declared-not-present': 'declared as not present',
};
const RANK = Object.keys(LINES);

const STATUSES = {
  yes: 'contains',
  contains: 'contains',
  'may contain': 'may-contain',
  traces: 'may-contain',
  no: 'declared-not-present',
  'does not contain': 'declared-not-present',
};

/** Wire name, shown name, unit, reference intake; with the levels of a traffic light: medium, high, high of a portion. */
const NUTRIENTS = [
  ['fat', 'Fat', 'g', 70, [3, 17.5, 21]],
  ['sat_fat', 'saturates', 'g', 20, [1.5, 5, 6]],
  ['carb', 'Carbohydrate', 'g', 260],
  ['sugar_carb', 'sugars', 'g', 90, [5, 22.5, 27]],
  ['fibre', 'Fibre', 'g'],
  ['protein', 'Protein', 'g', 50],
  ['salt', 'Salt', 'g', 6, [0.3, 1.5, 1.8]],
];

const textOf = (value) =>
  String((value !== null && typeof value === 'object' ? value.description : value) ?? '').trim();
const amountOf = (value) => textOf(value?.value ?? value);
const percent = (amount, reference) => `${Math.round((amount / reference) * 100)}% RI*`;

/** The status of each group, with those of its members and what the record says. */
function allergensOf(allergens) {
  const fact = (key, name) => ({
    key,
    name,
    said: textOf(allergens[`contains_${key}`]),
    reason: textOf(allergens[`contains_${key}_risk_source`]),
    status: STATUSES[textOf(allergens[`contains_${key}`]).toLowerCase()] ?? 'not-stated',
  });
  return Object.entries(GROUPS).map(([key, [name, members = {}]]) => {
    const group = fact(key, name);
    const found = Object.entries(members).map((member) => fact(...member));
    const positive = found.filter(({ status }) => RANK.indexOf(status) < 2);
    const statuses = [group, ...positive].map(({ status }) => RANK.indexOf(status));
    return { ...group, members: positive, status: RANK[Math.min(...statuses)] };
  });
}

/** A supplier's HTML as text and emphasis: nothing else of its markup gets into the page. */
function Rich({ html }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const parts = (node) =>
    [...node.childNodes].map((child) => {
      if (child.nodeType === 3) return child.data;
      return /^(B|STRONG)$/.test(child.nodeName) ? <strong>{child.textContent}</strong> : parts(child);
    });
  return parts(body);
}

const Panel = ({ name, title, children }) => (
  <section data-panel={name}>
    <h3>{title}</h3>
    {children}
  </section>
);

function Verdict({ groups, avoid }) {
  const keys = avoid.split(' ').flatMap((word) => AVOIDED[word] ?? []);
  const found = groups.filter(({ key }) => keys.includes(key));
  if (found.length === 0) return null;
  found.sort((a, b) => RANK.indexOf(a.status) - RANK.indexOf(b.status));
  const { status } = found[0];
  const names = found.filter((it) => it.status === status).map(({ name }) => name.toLowerCase());
  return (
    <div class="verdict" data-answer={status}>
      <h3>
        {LINES[status]} {names.join(' and ')}
      </h3>
      {found.map((it) => (
        <p data-avoided={it.key} data-status={it.status}>
          <b>
            {it.name}: {ANSWERS[it.status]}
          </b>
          {it.reason && ` — “${it.reason}”`}
        </p>
      ))}
      <p class="muted">Always check the label.</p>
    </div>
  );
}

function Head({ product: { general, outer }, inner, image, children }) {
  const { value, units } = inner.inner_component_weight ?? {};
  const count = amountOf(outer?.consumer_units_per_traded);
  return (
    <header data-panel="summary">
      {image && <img src={image.url} alt={textOf(image.description)} width="96" height="96" />}
      <h2>{general.product_name}</h2>
      <p>
        {general.brand_name} · {count > 1 && `${count} × `}
        {value} {units}
      </p>
      {children}
      <p class="muted">{general.product_description}</p>
      <p class="muted">
        Case GTIN {outer?.traded_unit_gtin}, unit GTIN {inner.internal_gtin}
      </p>
    </header>
  );
}

function Allergens({ groups, statements }) {
  const nameOf = ({ key, name, members }) => {
    const list = members.map((it) => it.name).join(', ');
    if (!list) return name;
    return key === 'cereal' ? `${list} (gluten)` : `${name}: ${list}`;
  };
  return (
    <Panel name="allergens" title="Allergens">
      {Object.entries(LINES).map(([status, lead]) => {
        const those = groups.filter((it) => it.status === status);
        return (
          those.length > 0 && (
            <div class="line" data-status={status}>
              <b>{lead}</b>
              <ul>
                {those.map((it) => (
                  <li data-allergen={it.key} data-status={status}>
                    {nameOf(it)}
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
      {statements.filter(Boolean).map((html) => (
        <p class="statement">
          <b>Allergen statement: </b>
          <Rich html={html} />
        </p>
      ))}
      <details>
        <summary>Where this comes from</summary>
        {groups.map(({ name, said, reason }) => (
          <p>
            {name}: {said ? `“${said}”` : 'nothing stated'} {reason}
          </p>
        ))}
      </details>
    </Panel>
  );
}

/** The front-of-pack strip, by the criteria of the UK for food. */
function Lights({ nutrients }) {
  const portion = Number.parseFloat(nutrients.serving_size);
  const levelOf = ([key, , , , limits]) => {
    const [per100, serving] = [`${key}_100`, `${key}_serving`].map((field) => Number(amountOf(nutrients[field])));
    if (per100 > limits[1] || (portion > 100 && serving > limits[2])) return ['high', 'HIGH'];
    return per100 > limits[0] ? ['medium', 'MED'] : ['low', 'LOW'];
  };
  return (
    <Panel name="lights" title="Traffic lights">
      <p>per serving ({nutrients.serving_size})</p>
      <ul class="lights">
        <li data-nutrient="energy">
          Energy <b>{amountOf(nutrients.cal_kj_serving)} kJ</b> <b>{amountOf(nutrients.cal_kcal_serving)} kcal</b>
          <span>{percent(amountOf(nutrients.cal_kj_serving), 8400)}</span>
        </li>
        {NUTRIENTS.filter(([, , , , limits]) => limits).map((row) => {
          const [key, name, unit, reference] = row;
          const [level, word] = levelOf(row);
          const amount = amountOf(nutrients[`${key}_serving`]);
          return (
            <li data-nutrient={key} data-level={level}>
              {name} <b>{`${amount} ${unit}`}</b> <b>{word}</b>
              <span>{percent(amount, reference)}</span>
            </li>
          );
        })}
      </ul>
      <p class="muted">Levels follow UK front-of-pack criteria.</p>
    </Panel>
  );
}

function Nutrition({ nutrients }) {
  const energy = (column) => {
    const [kj, kcal] = ['kj', 'kcal'].map((unit) => amountOf(nutrients[column.replace('*', unit)]));
    return `${kj} kJ / ${kcal} kcal`;
  };
  return (
    <Panel name="nutrition" title="Nutrition">
      <table>
        <thead>
          <tr>
            <th>Nutrient</th>
            <th>{textOf(nutrients.nutrition_units)}</th>
            <th>per serving ({nutrients.serving_size})</th>
          </tr>
        </thead>
        <tbody>
          <tr data-nutrient="energy">
            <th>Energy</th>
            <td>{energy('cal_100_*')}</td>
            <td>
              {energy('cal_*_serving')} <span>{percent(amountOf(nutrients.cal_kj_serving), 8400)}</span>
            </td>
          </tr>
          {NUTRIENTS.map(([key, name, unit, reference]) => {
            const [per100, serving] = [`${key}_100`, `${key}_serving`].map((field) => amountOf(nutrients[field]));
            return (
              per100 && (
                <tr data-nutrient={key}>
                  <th>{name === name.toLowerCase() ? `of which ${name}` : name}</th>
                  <td>{`${per100} ${unit}`}</td>
                  <td>
                    {serving ? `${serving} ${unit}` : '–'}{' '}
                    {serving && reference && <span>{percent(serving, reference)}</span>}
                  </td>
                </tr>
              )
            );
          })}
        </tbody>
      </table>
      <p class="muted">* Reference intake of an average adult (8400 kJ/2000 kcal)</p>
    </Panel>
  );
}

/** The answer's data, in which numbers stay as they were sent: 7.0 has two digits. */
async function get(path, token) {
  const response = await fetch(`/v2/${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  const asSent = (_key, value, context) => (typeof value === 'number' ? (context?.source ?? value) : value);
  return JSON.parse(await response.text(), asSent).data;
}

function Card({ gtin, avoid, token }) {
  const [{ state, product, image }, setCard] = useState({ state: 'loading' });
  useEffect(() => {
    const load = async () => {
      const product = await get(`products/gtin/${gtin}`, token);
      setCard({ state: 'ready', product });
      const image = await get(`images/${product.pool_id}/feature`, token).catch(() => undefined);
      setCard({ state: 'ready', product, image });
    };
    load().catch(() => setCard({ state: 'failed' }));
  }, [gtin, token]);
  if (state === 'loading') return <p role="status">Loading product information…</p>;
  if (state === 'failed') return <p role="alert">Product information is not available. Please check the label.</p>;
  const { general } = product;
  const [component] = product.components ?? [];
  const sections = ['allergens', 'ingredients', 'inner', 'nutrients'];
  const [allergens, ingredients, inner, nutrients] = sections.map((name) => component?.[name] ?? {});
  const groups = allergensOf(allergens);
  return (
    <article data-state="ready">
      <Head product={product} inner={inner} image={image}>
        <Verdict groups={groups} avoid={avoid} />
      </Head>
      <Allergens
        groups={groups}
        statements={[allergens.allergen_statement_on_pack, allergens.additional_allergen_information]}
      />
      <Lights nutrients={nutrients} />
      <Panel name="ingredients" title="Ingredients">
        <p class="ingredients">
          <Rich html={ingredients.formatted_ingredients ?? ingredients.ingredients ?? ''} />
        </p>
        <p class="muted">{ingredients.ingredients_statements}</p>
      </Panel>
      <Nutrition nutrients={nutrients} />
      <p class="muted">
        Information supplied by {general.manufacturer_name}, {general.manufacturer_address}. Last changed{' '}
        {new Date(product.changed_at).toLocaleDateString('en-GB', { dateStyle: 'long' })}. Always check the label.
      </p>
    </article>
  );
}

const STYLE = `
:host { display: block; color-scheme: light dark; font: 1em/1.4 system-ui, sans-serif }
article { border: 1px solid light-dark(#d7dcda, #3a4341); border-radius: 8px; padding: 0 16px }
h2, h3, p, ul { margin: 0 0 8px; padding: 0 }
h2 { font-size: 1.25em } h3 { font-size: 1em }
header { padding-top: 16px } img { float: left; margin-right: 16px }
section { border-top: 1px solid light-dark(#d7dcda, #3a4341); padding: 12px 0 4px }
ul { display: flex; flex-wrap: wrap; gap: 4px; list-style: none }
.muted, details { font-size: .85em; color: light-dark(#5b6663, #a3adaa) }
.statement { padding: 8px; border-radius: 4px; background: light-dark(#f0f3f2, #232a28) }
.verdict { clear: both; margin-bottom: 8px; border: 2px solid; border-radius: 8px; padding: 8px 12px }
[data-answer=contains], [data-status=contains] b { color: light-dark(#8c1616, #ffb0a8) }
[data-answer=may-contain], [data-status=may-contain] b { color: light-dark(#6b4300, #ffcf8a) }
.line li { padding: 2px 8px; border: 1px solid; border-radius: 6px }
[data-status=contains] li { color: light-dark(#fff, #191f1e); background: light-dark(#8c1616, #ffb0a8) }
[data-status=may-contain] li { color: light-dark(#6b4300, #ffcf8a); background: light-dark(#fff2dc, #4a2e00) }
[data-status=declared-not-present] { color: light-dark(#5b6663, #a3adaa) }
[data-status=declared-not-present] li { padding: 0; border: 0 }
[data-status=declared-not-present] li:not(:last-child)::after { content: "," }
.lights li { flex: 1 1 4em; display: grid; text-align: center; padding: 4px; border: 1px solid; border-radius: 6px; font-size: .85em }
[data-level] { color: #1f2328 } [data-level=low] { background: #c8f0b8 }
[data-level=medium] { background: #ffe2a4 } [data-level=high] { background: #ffc4bd }
table { width: 100%; border-collapse: collapse; margin-bottom: 8px }
th, td { text-align: left; font-weight: normal; padding: 4px 0; border-bottom: 1px solid light-dark(#d7dcda, #3a4341) }
td span { display: block; font-size: .85em }
`;

/** Registers the element, whose requests have the token. */
export function define(token) {
  customElements.define(
    'preact-card',
    class extends HTMLElement {
      connectedCallback() {
        const [gtin, avoid] = [this.getAttribute('gtin'), this.getAttribute('avoid') ?? ''];
        const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
        render(
          <>
            <style>{STYLE}</style>
            <Card gtin={gtin} avoid={avoid} token={token} />
          </>,
          root,
        );
      }
    },
  );
}
