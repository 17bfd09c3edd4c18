// The panels of the card but for the allergens, which have a file of their own.

import { ingredientList, richText, textOf } from './rich-text.js';
import { nutritionTable } from './nutrition.js';

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

/** The components' names, where there are several to tell apart. */
export function namesOf(components) {
  return components.map(
    (component, index) => textOf(component.general?.component_name) || `Component ${index + 1}`,
  );
}

/** " (component)", where there are several. */
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
      <img src={small || medium} srcset={set} alt={alt} width="160" height="160" decoding="async" part="image" />
    </div>
  );
}

export function Header({ product, image, name, level }) {
  const general = product.general ?? {};
  const Heading = `h${level}`;
  const makers = [...new Set([textOf(general.brand_name), textOf(general.manufacturer_name)])].filter(Boolean);
  const units = componentsOf(product).map((it) => textOf(it.inner?.internal_gtin));
  const numbers = [
    ['Case GTIN', textOf(product.outer?.traded_unit_gtin)],
    ...units.map((gtin) => ['Unit GTIN', gtin]),
    ['Product code', textOf(general.manufacturer_product_code)],
  ];
  const description = textOf(general.product_description);
  return (
    <header class="head" data-panel="header" part="panel header">
      <Picture image={image} name={name} />
      <div class="names">
        {makers.length > 0 && <p class="maker">{makers.join(' · ')}</p>}
        <Heading class="name">{name}</Heading>
        {description && <p class="description">{description}</p>}
        <dl class="numbers">
          {numbers.map(([term, value]) => value && <div><dt>{term}</dt><dd>{value}</dd></div>)}
        </dl>
      </div>
      <div class="notices">{notices(product).map(([key, text]) => <p class="notice warn" data-notice={key}>{text}</p>)}</div>
    </header>
  );
}

function notices(product) {
  const found = [];
  if (textOf(product.status).toLowerCase() === 'archived') {
    found.push(['archived', 'This product is archived: the manufacturer no longer keeps this information up to date.']);
  }
  if ([product.replaced_by ?? []].flat().length) {
    found.push(['replaced', 'This product has been replaced by another. Check the label of the product you hold.']);
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
        {list.length ? <p class="ingredients"><Runs runs={list} /></p> : none}
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
  const referenced = rows.some(({ amounts }) => amounts.some((it) => it?.percent));
  return (
    <>
      <div class="scroll" tabindex="0" role="group" aria-label={caption}>
        <table>
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Nutrient</th>
              {columns.map(({ title, portion }) => (
                <th scope="col">{title}{portion && <span class="portion">{portion}</span>}</th>
              ))}
            </tr>
          </thead>
          <tbody>{rows.map((row) => <Row row={row} share="% RI*" />)}</tbody>
          {micronutrients.length > 0 && (
            <tbody>
              <tr><th scope="rowgroup" colspan={columns.length + 1} class="group">Vitamins and minerals</th></tr>
              {micronutrients.map((row) => <Row row={row} share="% NRV" />)}
            </tbody>
          )}
        </table>
      </div>
      {referenced && <p class="muted">* Reference intake of an average adult (8400 kJ/2000 kcal)</p>}
    </>
  );
}

function Row({ row, share }) {
  return (
    <tr data-nutrient={row.key} class={row.part ? 'part' : ''}>
      <th scope="row">{row.name}</th>
      {row.amounts.map((amount) => (
        <td>
          {amount ? (
            <>
              <span class="figure">{`${amount.value}\u00a0${amount.unit}`}</span>
              {amount.percent && <span class="share">{amount.percent + share}</span>}
            </>
          ) : (
            <><span aria-hidden="true">–</span><span class="visually-hidden">not given</span></>
          )}
        </td>
      ))}
    </tr>
  );
}
