// Shows the card of the choice that a shopper makes, such as of a flavour, and never that of another.

jQuery(($) => {
  /** Shows the card of this GTIN; '' says that the choice has none, and null that there is no choice yet. */
  const show = (gtin) => {
    for (const box of document.querySelectorAll('.product-pool-choice')) {
      const shown = box.querySelector('product-pool-card');
      if (shown && shown.getAttribute('gtin') === gtin) continue;
      shown?.remove();
      box.querySelector('[data-state="open"]').hidden = gtin !== null;
      box.querySelector('[data-state="unknown"]').hidden = gtin !== '';
      if (!gtin) continue;
      const card = box.querySelector('template').content.firstElementChild.cloneNode(true);
      card.setAttribute('gtin', gtin);
      box.append(card);
    }
  };
  $(document.body)
    .on('found_variation', '.variations_form', (_event, variation) => show(variation.product_pool_gtin ?? ''))
    .on('reset_data', '.variations_form', () => show(null));
});
