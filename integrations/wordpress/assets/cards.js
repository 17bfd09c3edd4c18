// Cards that come after the page: that of the choice which a shopper makes, such as of a flavour, and the allergens in
// lists of a page that a cache has kept for too long.

(({ script, element }) => {
  /** Shows the card of this GTIN; '' says that the choice has none, and undefined that there is no choice yet. */
  const show = (box, gtin) => {
    const shown = box.querySelector('product-pool-card');
    if (shown && shown.getAttribute('gtin') === gtin) return;
    shown?.remove();
    box.querySelector('[data-state="open"]').hidden = gtin !== undefined;
    box.querySelector('[data-state="unknown"]').hidden = gtin !== '';
    if (!gtin) return;
    const card = box.querySelector('template').content.firstElementChild.cloneNode(true);
    card.setAttribute('gtin', gtin);
    box.append(card);
  };

  /** Follows the choice in WooCommerce's forms, classic and of blocks: both write the variation's ID into a field. */
  const follow = (box) => {
    const gtins = JSON.parse(box.dataset.gtins);
    const field = [...document.querySelectorAll('input[name="variation_id"]')].find(({ form }) =>
      form?.querySelector(`[name="product_id"][value="${box.dataset.product}"]`),
    );
    if (!field) return;
    const update = () => show(box, Number(field.value) ? (gtins[field.value] ?? '') : undefined);
    new MutationObserver(update).observe(field, { attributeFilter: ['value'] });
    update();
  };

  /** Requests the allergens anew in the browser, once they do not hold any more. */
  const renew = (box) => {
    const card = Object.assign(document.createElement('div'), { innerHTML: element }).firstElementChild;
    card.setAttribute('gtin', box.dataset.gtin);
    // In place of a box with a shadow tree, which nothing takes off it.
    const fresh = box.cloneNode();
    fresh.append(card);
    box.replaceWith(fresh);
    import(script);
  };

  const start = () => {
    for (const box of document.querySelectorAll('.product-pool-choice')) follow(box);
    for (const box of document.querySelectorAll('.product-pool-badges[data-until]')) {
      setTimeout(renew, Math.max(0, box.dataset.until * 1000 - Date.now()), box);
    }
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start);
  else start();
})(window.productPoolCards);
