// Loads the card's script from the gateway when a card comes near, and shows the card of the variant that a shopper
// chooses, never that of another.

(() => {
  const loaded = new Set();

  /** Loads the element once for each gateway. */
  const load = (gateway) => {
    if (loaded.has(gateway)) return;
    loaded.add(gateway);
    // An address that is none loads nothing.
    if (!/^https?:\/\/[^/\s]/.test(gateway)) return;
    const script = document.createElement('script');
    script.type = 'module';
    script.src = `${gateway.replace(/\/+$/, '')}/card.js`;
    document.head.append(script);
  };

  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        load(target.dataset.productPool);
      }
    },
    { rootMargin: '800px' },
  );

  /**
   * The variants that the page may have chosen: those of its forms for the cart, else that of the address. Forms of
   * other products, such as recommended ones, do not count; two of this product leave open which is meant. Shopify lists
   * 250 variants, so its forms name the product too.
   */
  const chosen = (gtins, product) => {
    const fields = [...document.querySelectorAll('[name="id"]:not([type="radio"]:not(:checked))')];
    const isOurs = ({ form, value }) =>
      form?.getAttribute('action')?.includes('/cart/add') &&
      (Object.hasOwn(gtins, value) || form.querySelector('[name="product-id"]')?.value === product);
    const ids = fields.filter(isOurs).map(({ value }) => value);
    const inAddress = new URL(location.href).searchParams.get('variant');
    return ids.length > 0 ? [...new Set(ids)] : [inAddress].filter(Boolean);
  };

  /** Shows the card of the chosen variant. */
  const follow = (box) => {
    const list = box.querySelector('script[type="application/json"]');
    if (!list) return;
    const gtins = JSON.parse(list.textContent);
    const [id = box.dataset.variant, another] = chosen(gtins, box.dataset.product);
    const gtin = (another === undefined && gtins[id]) || '';
    const card = box.querySelector('product-pool-card');
    if (card.getAttribute('gtin') !== gtin) {
      // A new element has nothing of the variant before.
      const next = card.cloneNode(false);
      next.setAttribute('gtin', gtin);
      next.append(...card.childNodes);
      // Metafields are of one barcode.
      next.querySelector('[data-declared]')?.replaceWith(box.querySelector(':scope > p').textContent);
      card.replaceWith(next);
    }
    const shown = box.querySelector('product-pool-card');
    shown.hidden = gtin === '';
    box.querySelector(':scope > p').hidden = gtin !== '';
  };

  const known = new WeakSet();
  const update = () => {
    for (const box of document.querySelectorAll('[data-product-pool]')) {
      if (!known.has(box)) {
        known.add(box);
        near.observe(box);
      }
      follow(box);
    }
  };

  // Themes change the form's field by scripts, with or without an event, and replace whole sections.
  let isWaiting = false;
  const later = () => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      update();
    });
  };
  document.addEventListener('change', later);
  const isOurs = ({ target }) => target instanceof Element && target.closest('[data-product-pool]') !== null;
  new MutationObserver((changes) => {
    if (!changes.every(isOurs)) later();
  }).observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['value'],
  });
  later();
})();
