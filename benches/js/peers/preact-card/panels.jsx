// The panels of the card, except that of the allergens.

import { ingredientList, richText, textOf } from './rich-text.js';
import { nutritionTable, textOfAmount } from './nutrition.js';

export function Panel({ name, title, level, children }) {
  const Heading = `h${Math.min(level, 6)}`;
  return (
    <section class="panel" data-panel={name} part={`panel ${name}`}>
      <Heading class="title">{title}</Heading>
      {children}
    </section>
  );
}

/** Runs as text nodes, emphasis and line breaks. */
export function Runs({ runs }) {
  return runs.map(([text, emphasised]) => {
    const lines = text.split('\n').flatMap((line, index) => (index ? [<br />, line] : [line]));
    return emphasised ? <strong>{lines}</strong> : lines;
  });
}

/** The names of the components. */
export function namesOf(components) {
  return components.map(
    (component, index) => textOf(component.general?.component_name) || `Component ${index + 1}`,
  );
}

/** " (component)" if there are several components. */
export const attributed = (index, names) => (names.length > 1 ? ` (${names[index]})` : '');

function ByComponent({ components, level, none, draw }) {
  const names = namesOf(components);
  const Heading = `h${Math.min(level + 1, 6)}`;
  if (!components.length) return none;
  return components.map((component, index) => (
    <div class="component" data-component={index}>
      {names.length > 1 && <Heading class="subtitle">{names[index]}</Heading>}
      {draw(component, attributed(index, names))}
    </div>
  ));
}

const webAddress = (text) => /^https?:\/\/[^\s,\u0000-\u001f]+$/i.test(text);

function Picture({ image, name }) {
  const [small, medium] = [textOf(image?.url), textOf(image?.url_medium)].map((it) => webAddress(it) && it);
  if (!small && !medium) {
    return <div class="picture"><span class="visually-hidden">No image</span></div>;
  }
  const set = small && medium ? `${small} 1x, ${medium} 2x` : undefined;
  const alt = textOf(image.description) || name;
  return (
    <div class="picture">
      <img src={small || medium} srcset={set} alt={alt} width="160" height="160" decoding="async" loading="lazy" part="image" />
    </div>
  );
}

/** "10 × 400 g": how much a unit contains, and how many there are in a case. */
function quantityOf(product) {
  const components = componentsOf(product);
  const sizes = components.map(({ inner }) => {
    const { inner_component_weight: weight, inner_component_volume: volume } = inner ?? {};
    return [textOf(weight?.value), textOf(weight?.units)].filter(Boolean).join('\u00a0') || textOf(volume);
  });
  const count = components.length === 1 && textOf(product.outer?.consumer_units_per_traded?.value);
  const sizeText = sizes.filter(Boolean).join(' + ');
  return sizeText && count > 1 ? `${count}\u00a0×\u00a0${sizeText}` : sizeText;
}

export function Header({ product, image, name, level }) {
  const general = product.general ?? {};
  const Heading = `h${level}`;
  const brand = textOf(general.brand_name) || textOf(general.manufacturer_name);
  const quantity = quantityOf(product);
  const units = componentsOf(product).map((it) => textOf(it.inner?.internal_gtin));
  const codes = [
    ['Case GTIN', textOf(product.outer?.traded_unit_gtin)],
    ...units.map((gtin) => ['Unit GTIN', gtin]),
    ['Product code', textOf(general.manufacturer_product_code)],
  ];
  const description = textOf(general.product_description);
  return (
    <header class="head" data-panel="summary" part="panel summary">
      <div class="media"><Picture image={image} name={name} /></div>
      <div class="names">
        <Heading class="name" part="name">{name}</Heading>
        {(brand || quantity) && (
          <p class="brand">
            {brand && <span class="maker">{brand}</span>}
            {brand && quantity && ' · '}
            {quantity && <span class="quantity"><span class="visually-hidden">Net quantity: </span>{quantity}</span>}
          </p>
        )}
        {description && <p class="description">{description}</p>}
        <dl class="codes">
          {codes.map(([term, value]) => value && <div><dt>{term}</dt><dd>{value}</dd></div>)}
        </dl>
      </div>
    </header>
  );
}

export function Notices({ product }) {
  const found = notices(product);
  return found.length > 0 && (
    <div class="notices" part="notices">
      {found.map(([key, text]) => <p class="notice" data-notice={key}>{text}</p>)}
    </div>
  );
}

/** The supplier of the information, and its date. */
export function Foot({ product: { general, changed_at: changed } }) {
  const supplier = [general?.manufacturer_name, general?.manufacturer_address].map(textOf).filter(Boolean);
  const date = new Date(textOf(changed).slice(0, 10));
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <p class="foot" part="changed">
      {supplier.length > 0 && `Information supplied by ${supplier.join(', ').replace(/\s*\n\s*/g, ', ')}. `}
      {!Number.isNaN(date.getTime()) && <span data-notice="changed">Last changed {format.format(date)}. </span>}
      Always check the label.
    </p>
  );
}

function notices(product) {
  const found = [];
  if (textOf(product.status).toLowerCase() === 'archived') {
    found.push(['archived', 'This product is archived: the manufacturer no longer keeps this information up to date.']);
  }
  if ([product.replaced_by ?? []].flat().length) {
    found.push(['replaced', 'This product has been replaced by another. Check the label of the product you have.']);
  }
  const [version, latest] = [textOf(product.version), textOf(product.latest_version)];
  if (version && latest && version !== latest) {
    found.push(['old-version', `A newer version of this information exists (version ${latest}).`]);
  }
  return found;
}

export const componentsOf = (product) =>
  [product.components ?? []].flat().filter((it) => it !== null && typeof it === 'object');

export function Ingredients({ product, level }) {
  const none = <p class="muted">The list of ingredients was not supplied. Check the label.</p>;
  const draw = (component) => {
    const list = ingredientList(component);
    const statements = richText(textOf(component.ingredients?.ingredients_statements));
    return (
      <>
        {list.length ? <p class="ingredients" part="ingredient-list"><Runs runs={list} /></p> : none}
        {statements.length > 0 && <p class="muted"><Runs runs={statements} /></p>}
      </>
    );
  };
  return (
    <Panel name="ingredients" title="Ingredients" level={level}>
      <ByComponent components={componentsOf(product)} level={level} none={none} draw={draw} />
    </Panel>
  );
}

export function Nutrition({ product, level }) {
  const none = <p class="muted">Nutrition information was not supplied. Check the label.</p>;
  const draw = (component, of) => {
    const table = nutritionTable(component);
    const statement = textOf(component.nutrients?.nutrition_statements);
    return (
      <>
        {table.columns.length ? <Table table={table} caption={`Nutrition declaration${of}`} /> : none}
        {statement && <p class="muted">{statement}</p>}
      </>
    );
  };
  return (
    <Panel name="nutrition" title="Nutrition" level={level}>
      <ByComponent components={componentsOf(product)} level={level} none={none} draw={draw} />
    </Panel>
  );
}

function Table({ table, caption }) {
  const { columns, rows, micronutrients } = table;
  const isReferenced = rows.some(({ amounts }) => amounts.some((it, at) => it?.percent && columns[at].hasShare));
  return (
    <>
      <Part columns={columns} rows={rows} caption={caption} first="Nutrient" share="% RI*" />
      {micronutrients.length > 0 && (
        <Part
          columns={columns.map((column) => ({ ...column, hasShare: true }))}
          rows={micronutrients}
          caption="Vitamins and minerals"
          first="Vitamins and minerals"
          share="% NRV"
          name="micronutrients"
        />
      )}
      {isReferenced && <p class="muted">* Reference intake of an average adult (8400 kJ/2000 kcal)</p>}
    </>
  );
}

function Part({ columns, rows, caption, first, share, name }) {
  return (
    <div class="scroll" tabindex="0" role="group" aria-label={caption} data-part={name}>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {columns.map(({ title, portion }) => (
              <th scope="col">{title}{portion && <span class="portion">{portion}</span>}</th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map((row) => <Row row={row} columns={columns} share={share} />)}</tbody>
      </table>
    </div>
  );
}

function Row({ row, columns, share }) {
  return (
    <tr data-nutrient={row.key} class={row.part ? 'part' : undefined}>
      <th scope="row">{row.name}</th>
      {row.amounts.map((amount, at) => (
        <td>
          {amount ? (
            <>
              <span class="figure">{textOfAmount(amount)}</span>
              {amount.percent && columns[at].hasShare && <span class="share">{amount.percent + share}</span>}
            </>
          ) : (
            <><span aria-hidden="true">–</span><span class="visually-hidden">not given</span></>
          )}
        </td>
      ))}
    </tr>
  );
}
