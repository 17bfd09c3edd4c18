// Shared by the tests of what can be measured of a card that is drawn: what
// covers what, how large targets are, and how well text stands out. Each
// function returns a line for each fault, with the state it was found in.

/** Functions that the measures use in the page, as `globalThis.geometry`; installed once. */
export const install = (page) =>
  page.evaluate(() => {
    const visible = (element) =>
      element.checkVisibility({ visibilityProperty: true }) && !element.closest('.visually-hidden, dialog');

    /** The cards with the names of their states. */
    const cards = () =>
      Array.from(document.querySelectorAll('.state'), (place) => [
        place.dataset.name,
        place.querySelector('product-pool-card').shadowRoot.querySelector('.card'),
      ]);

    // One for all: every change of the page must adjust each range that is left.
    const range = document.createRange();

    /** The visible texts of a card, each with its element and the boxes of its lines. */
    function texts(card) {
      const found = [];
      const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const element = text.parentElement;
        if (!text.data.trim() || !visible(element)) continue;
        range.selectNodeContents(text);
        const boxes = Array.from(range.getClientRects()).filter(({ width }) => width > 0);
        if (boxes.length) found.push({ element, text: text.data.trim().slice(0, 30), boxes });
      }
      return found;
    }

    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const known = new Map();

    /** A colour of CSS in any notation as red, green, blue and alpha. */
    function rgba(colour) {
      if (!known.has(colour)) {
        canvas.canvas.width = 1;
        canvas.canvas.height = 1;
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
        known.set(colour, [red, green, blue, alpha / 255]);
      }
      return known.get(colour);
    }

    const over = ([red, green, blue, alpha], below) =>
      [red, green, blue].map((value, at) => value * alpha + below[at] * (1 - alpha));

    /** The element that contains another, also out of a shadow tree. */
    const outer = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host;

    const backdrops = new Map();

    /** The colour behind an element; `undefined` where there is a picture. */
    function backdrop(element) {
      if (!backdrops.has(element)) backdrops.set(element, layered(element));
      return backdrops.get(element);
    }

    function layered(element) {
      const layers = [];
      for (let at = element; at; at = outer(at)) {
        const { backgroundColor, backgroundImage } = getComputedStyle(at);
        if (backgroundImage !== 'none') return undefined;
        const colour = rgba(backgroundColor);
        if (colour[3] > 0) layers.push(colour);
        if (colour[3] === 1) break;
      }
      const canvasColour = rgba(getComputedStyle(document.documentElement).colorScheme === 'dark' ? '#121212' : '#fff');
      return layers.reduceRight((below, layer) => over(layer, below), canvasColour);
    }

    const luminance = (colour) => {
      const [red, green, blue] = colour.map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };

    /** The contrast of an element's text with what is behind it, by WCAG. */
    function contrast(element) {
      const behind = backdrop(element);
      if (!behind) return 0;
      const { color } = getComputedStyle(element);
      let [red, green, blue, alpha] = rgba(color);
      for (let at = element; at; at = outer(at)) alpha *= Number(getComputedStyle(at).opacity);
      const [light, dark] = [over([red, green, blue, alpha], behind), behind].map(luminance).sort((a, b) => b - a);
      return (light + 0.05) / (dark + 0.05);
    }

    globalThis.geometry = { visible, cards, texts, contrast, forget: () => backdrops.clear() };
  });

/** Texts that cover each other, and pictures or controls that cover a text that is not theirs. */
export const overlaps = (page) =>
  page.evaluate(() => {
    const { visible, cards, texts } = globalThis.geometry;
    const found = [];
    for (const [name, card] of cards()) {
      const boxes = texts(card).flatMap(({ element, text, boxes }) =>
        boxes.map(({ left, right, top, bottom }) => {
          // A line's box is taller than its letters.
          const inset = (bottom - top) / 5;
          return { element, text, left, right, top: top + inset, bottom: bottom - inset };
        }),
      );
      for (const element of card.querySelectorAll('img, button, summary, .sign')) {
        if (!visible(element)) continue;
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
        if (width > 2 && height > 2) boxes.push({ element, text: element.localName, left, right, top, bottom });
      }
      boxes.sort((a, b) => a.top - b.top);
      for (const [index, a] of boxes.entries()) {
        for (let next = index + 1; next < boxes.length && boxes[next].top < a.bottom - 1; next += 1) {
          const b = boxes[next];
          if (a.left >= b.right - 1 || b.left >= a.right - 1) continue;
          if (a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)) continue;
          found.push(`${name}: "${a.text}" and "${b.text}"`);
        }
      }
    }
    return found;
  });

/** Controls of less than 44 pixels; links in a text are as tall as its lines. */
export const smallTargets = (page) =>
  page.evaluate(() => {
    const { visible, cards } = globalThis.geometry;
    return cards().flatMap(([name, card]) =>
      Array.from(card.querySelectorAll('button, summary, input, select'))
        .filter(visible)
        .map((target) => [target, target.getBoundingClientRect()])
        .filter(([, { width, height }]) => width < 43.5 || height < 43.5)
        .map(
          ([target, { width, height }]) =>
            `${name}: ${target.localName}.${target.className} "${target.textContent.trim().slice(0, 20)}" ` +
            `${Math.round(width)} × ${Math.round(height)}`,
        ),
    );
  });

/**
 * Texts of too little contrast: 4.5 to 1, or 3 to 1 for large ones (AA), and 7 to 1 (AAA) for
 * allergens that the food contains, may contain or does not state.
 */
export const faint = (page) =>
  page.evaluate(() => {
    const { cards, texts, contrast, forget } = globalThis.geometry;
    forget();
    const warns = '[data-panel="allergens"] [data-status]:not([data-status="declared-not-present"])';
    const found = new Set();
    for (const [name, card] of cards()) {
      for (const { element, text } of texts(card)) {
        const { fontSize, fontWeight } = getComputedStyle(element);
        const size = parseFloat(fontSize);
        const large = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
        const least = element.closest(warns)?.matches('li, li *') ? 7 : large ? 3 : 4.5;
        const ratio = contrast(element);
        if (ratio < least - 0.005) found.add(`${name}: "${text}" ${ratio.toFixed(2)} < ${least}`);
      }
    }
    return Array.from(found);
  });
