// Both full cards must show the same content: only then are their times comparable.

/** Runs in the page: the content of a card, independent of its markup. */
export function readCard() {
  const { element } = wanted;
  const root = document.querySelector(element).shadowRoot;
  const panel = (name) => root.querySelector(`[data-panel="${name}"]`);
  const isAsked = document.querySelector(element).hasAttribute('avoid');
  const rows = [...panel('nutrition').querySelectorAll('tr[data-nutrient]')];
  return {
    allergens: Object.fromEntries(
      [...panel('allergens').querySelectorAll('[data-allergen]')].map(({ dataset }) => [
        dataset.allergen,
        dataset.status,
      ]),
    ),
    // The groups of each line, in order.
    lines: Object.fromEntries(
      [...panel('allergens').querySelectorAll('.line[data-status]')].map((line) => [
        line.dataset.status,
        [...line.querySelectorAll('li[data-allergen]')].map(({ dataset }) => dataset.allergen).join(' '),
      ]),
    ),
    // For the shopper's list, which a page of the server does not know.
    answer: isAsked ? root.querySelector('.verdict').dataset.answer : undefined,
    lights: [...panel('lights').querySelectorAll('[data-level]')].map(
      ({ dataset, textContent }) => `${dataset.nutrient} ${dataset.level} ${/[\d.]+/.exec(textContent)}`,
    ),
    // Only the list: the package's card has further facts below it.
    ingredients: [...panel('ingredients').querySelectorAll('.ingredients')].map((it) => it.textContent).join('\n'),
    emphasised: [...panel('ingredients').querySelectorAll('strong')].map((it) => it.textContent),
    nutrition: Object.fromEntries(rows.map((row) => [row.dataset.nutrient, row.textContent])),
  };
}

/**
 * Throws if the package's card differs from the Preact card. It may show more, but
 * nothing less.
 */
export function assertSameCard(card, preact) {
  const assert = (what, isEqual, expected) => {
    if (!isEqual)
      throw new Error(`the cards differ in ${what}:\n  ${JSON.stringify(card)}\n  ${JSON.stringify(expected)}`);
  };
  for (const [allergen, status] of Object.entries(preact.allergens)) {
    assert(allergen, card.allergens[allergen] === status, status);
  }
  const statuses = ['contains', 'may-contain', 'not-stated', 'declared-not-present'];
  for (const status of statuses)
    assert(`the line ${status}`, card.lines[status] === preact.lines[status], preact.lines);
  assert('the number of lines', Object.keys(card.lines).length > 0, card.lines);
  assert('the answer', [undefined, preact.answer].includes(card.answer) && preact.answer, preact.answer);
  assert('the lights', card.lights.length > 0 && `${card.lights}` === `${preact.lights}`, preact.lights);
  assert('ingredients', preact.ingredients && card.ingredients === preact.ingredients, preact.ingredients);
  assert(
    'emphasis',
    preact.emphasised.every((word) => card.emphasised.includes(word)),
    preact.emphasised,
  );
  for (const [nutrient, text] of Object.entries(preact.nutrition)) {
    const figures = text.match(/[\d.]+/g) ?? [];
    assert(
      nutrient,
      figures.every((figure) => card.nutrition[nutrient]?.includes(figure)),
      text,
    );
  }
}
