// Both full cards must say the same of the product, or their times mean nothing.

/** In the page: what a card says, whatever its markup between the panels. */
export function readCard() {
  const { element } = wanted;
  const root = document.querySelector(element).shadowRoot;
  const panel = (name) => root.querySelector(`[data-panel="${name}"]`);
  const rows = [...panel('nutrition').querySelectorAll('tr[data-nutrient]')];
  return {
    allergens: Object.fromEntries(
      [...panel('allergens').querySelectorAll('[data-allergen]')].map(({ dataset }) => [
        dataset.allergen,
        dataset.status,
      ]),
    ),
    // The line that each group stands in, in its order.
    lines: Object.fromEntries(
      [...panel('allergens').querySelectorAll('.line[data-status]')].map((line) => [
        line.dataset.status,
        [...line.querySelectorAll('li[data-allergen]')].map(({ dataset }) => dataset.allergen).join(' '),
      ]),
    ),
    // The list alone: the package's card has some facts below it.
    ingredients: [...panel('ingredients').querySelectorAll('.ingredients')].map((it) => it.textContent).join('\n'),
    emphasised: [...panel('ingredients').querySelectorAll('strong')].map((it) => it.textContent),
    nutrition: Object.fromEntries(rows.map((row) => [row.dataset.nutrient, row.textContent])),
  };
}

/**
 * Throws where the package's card says anything else than the one in Preact. It
 * may say more, but nothing less.
 */
export function agree(card, preact) {
  const same = (what, a, b) => {
    if (!a) throw new Error(`the cards differ in ${what}:\n  ${JSON.stringify(card)}\n  ${JSON.stringify(b)}`);
  };
  for (const [allergen, status] of Object.entries(preact.allergens)) {
    same(allergen, card.allergens[allergen] === status, status);
  }
  const statuses = ['contains', 'may-contain', 'not-stated', 'not-present'];
  for (const status of statuses) same(`the line ${status}`, card.lines[status] === preact.lines[status], preact.lines);
  same('the number of lines', Object.keys(card.lines).length > 0, card.lines);
  same('ingredients', preact.ingredients && card.ingredients === preact.ingredients, preact.ingredients);
  same(
    'emphasis',
    preact.emphasised.every((word) => card.emphasised.includes(word)),
    preact.emphasised,
  );
  for (const [nutrient, text] of Object.entries(preact.nutrition)) {
    const figures = text.match(/[\d.]+/g) ?? [];
    same(
      nutrient,
      figures.every((figure) => card.nutrition[nutrient]?.includes(figure)),
      text,
    );
  }
}
