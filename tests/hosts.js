// What pages do to the elements and components in them: styles that are inherited, and places that
// are as wide as what they contain. For pages of the browser tests and of the tests in Rust.

/** Values of which every inherited property has one that its children notice. */
const WORDS = `
  0 3 900 0px 40px -30px 0.1 10% 500% 20deg 0.1s red transparent none normal hidden collapse auto manual all any
  nowrap pre preserve preserve-breaks break-all keep-all anywhere break-word uppercase full-width italic small-caps all-small-caps
  vertical-rl upright sideways right center justify inter-character strict dark rtl pointer inside square separate
  bottom hide exact optimizeSpeed geometricPrecision pixelated crisp-edges from-image monospace ultra-condensed
  condensed super sub slashed-zero tabular-nums historical-forms fantasy emoji text weight under over left dot
  filled stroke evenodd inert bevel round read-only read-write first allow-end force-end stable pretty balance
  space-all no-autospace trim-both compact math before ruby-start space-around no-limit standard constrained start
  end both antialiased lining-nums ordinal ruby traditional jis90 common-ligatures digits each-line hanging always
  avoid never no-drop open-quote loose thin enabled disabled painted bounding-box style "a" url("data:,")
`;
const VALUES = [
  ...WORDS.trim().split(/\s+/),
  ...['9px 9px 9px red', '40px 40px', '2 3', '"a" "b"', '"wght" 100', '"liga" 0'],
  ...['only light', 'red blue', 'over right', 'markers stroke', 'cap alphabetic'],
];

/** What elements have from the page on purpose: its font, language and direction, and what a reader can do. */
const MEANT =
  /^(font-family|direction|color-scheme|visibility|cursor|pointer-events|interactivity|-webkit-(locale|user-modify|text-size-adjust)|text-size-adjust|--.*)$/;

/**
 * The properties that this browser inherits, each with a value that children notice: found by trying, so
 * that no list of them can lack one.
 * @param {boolean} isWhole - Whether with all such values.
 * @returns {[string, string][]}
 */
export function inherited(isWhole) {
  const place = document.body.appendChild(document.createElement('div'));
  // Else the sizes of the child would follow the page's layout.
  place.hidden = true;
  const parent = place.appendChild(document.createElement('div'));
  const child = parent.appendChild(document.createElement('div'));
  const style = getComputedStyle(child);
  // A display of `ruby` changes that of its children, but not by inheritance.
  const names = Array.from(style).filter((name) => name !== 'display' && !MEANT.test(name));
  const found = names.flatMap((name) => {
    const own = style.getPropertyValue(name);
    const values = new Map();
    for (const value of VALUES.filter((value) => CSS.supports(name, value))) {
      parent.style.setProperty(name, value);
      const taken = style.getPropertyValue(name);
      if (taken !== own && !values.has(taken)) values.set(taken, value);
    }
    parent.style.removeProperty(name);
    const noticed = Array.from(values.values());
    return (isWhole ? noticed : noticed.slice(0, 1)).map((value) => [name, value]);
  });
  place.remove();
  return found;
}

const shellOf = (element) => (element.shadowRoot ?? element).querySelector('.shell');

/** The texts in an element that are seen. */
function textsOf(element) {
  const walker = document.createTreeWalker(shellOf(element), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    const isSeen = text.data.trim() && parent.checkVisibility() && !parent.closest('.visually-hidden');
    if (isSeen) found.push({ text, scrolls: parent.closest('.scroll'), style: getComputedStyle(parent) });
  }
  return found;
}

const range = new Range();

/** Whether a colour is one that nobody sees. */
const isClear = (colour) => /^rgba\(.*, 0\)$|\/ 0\)$/.test(colour);

/**
 * A function that says of an element what cannot be read: texts beside its box or in no colour,
 * emphasised ingredients that look like the words next to them, signs that are not drawn.
 * @param {Element} element
 * @returns {() => string[]}
 */
export function reader(element) {
  const shell = shellOf(element);
  const frame = shell.querySelector('.card, .view') ?? shell;
  const texts = textsOf(element);
  const strong = Array.from(shell.querySelectorAll('.ingredients strong'), (word) => [
    getComputedStyle(word),
    getComputedStyle(word.parentElement),
  ]);
  const signs = Array.from(shell.querySelectorAll('.sign')).filter((sign) => sign.checkVisibility());
  return () => {
    const found = texts.length < 5 ? [`only ${texts.length} texts`] : [];
    const box = frame.getBoundingClientRect();
    for (const { text, scrolls, style } of texts) {
      const say = (fault) => found.push(`${fault}: ${text.data.trim().slice(0, 30)}`);
      range.selectNodeContents(text);
      for (const { left, right, top, bottom, height } of range.getClientRects()) {
        if (height < 8) say('tiny');
        // A table that is too wide can be scrolled to.
        if (!scrolls && (left < box.left - 1 || right > box.right + 1)) say('beside the box');
        if (!scrolls && (top < box.top - 1 || bottom > box.bottom + 1)) say('above or below the box');
      }
      if (parseFloat(style.fontSize) < 12) say('small');
      if (isClear(style.color) || isClear(style.webkitTextFillColor)) say('transparent');
      if (style.textShadow !== 'none' || parseFloat(style.webkitTextStrokeWidth)) say('blurred');
    }
    if (frame.scrollWidth > frame.clientWidth) found.push('cut off, or scrolls');
    for (const [own, around] of strong)
      if (Number(own.fontWeight) < Number(around.fontWeight) + 200 || own.textTransform !== 'none')
        found.push('not emphasised');
    for (const sign of signs) {
      const { width, height } = sign.getBoundingClientRect();
      if (width < 6 || height < 6 || isClear(getComputedStyle(sign).borderLeftColor))
        found.push(`no sign: ${sign.dataset.sign}`);
    }
    return found;
  };
}

/** In a page of another direction a block is as wide as it likes. */
const isTurned = ([property]) => property.includes('writing-mode');

/**
 * What styles of the page change in elements: what they inherit in spite of themselves, and what can
 * then not be read, or has another size.
 * @param {Element[]} elements
 * @param {[string, string][]} cases
 * @param {string} selector - What has the styles: the places of the elements, or everything in the page.
 * @param {boolean} isWhole - Whether each style is tried by itself, and not all of them together.
 * @returns {string[]}
 */
export function changedBy(elements, cases, selector, isWhole) {
  const sheet = new CSSStyleSheet();
  const rule = sheet.cssRules[sheet.insertRule(`${selector} {}`)];
  document.adoptedStyleSheets.push(sheet);
  const size = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return `${Math.round(width)} × ${Math.round(height)}`;
  };
  const all = elements.map((element, at) => {
    const style = getComputedStyle(shellOf(element));
    const own = new Map(cases.map(([property]) => [property, style.getPropertyValue(property)]));
    return { element, name: `${element.localName} ${at}`, style, own, unread: reader(element), before: size(element) };
  });
  const found = all.flatMap(({ name, unread }) => unread().map((fault) => `${name}: ${fault}`));
  const together = [cases.filter(isTurned), cases.filter((one) => !isTurned(one))];
  for (const group of isWhole ? cases.map((one) => [one]) : together) {
    for (const [property, value] of group) rule.style.setProperty(property, value);
    for (const { element, name, style, own, unread, before } of all) {
      const faults = unread();
      for (const [property] of group)
        if (style.getPropertyValue(property) !== own.get(property)) faults.push(`inherits ${property}`);
      const after = size(element);
      if (after !== before && !group.some(isTurned)) faults.push(`${before} became ${after}`);
      found.push(...faults.map((fault) => `${name} in ${isWhole ? group : 'all'}: ${fault}`));
    }
    for (const [property] of group) rule.style.removeProperty(property);
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  return found;
}

/** Sizes of the page's root, of which its rem are multiples. */
const ROOTS = ['62.5%', '10vw', '9px'].map((size) => ['font-size', size]);

/**
 * What the size of the page's root changes in elements.
 * @param {Element[]} elements
 * @returns {string[]}
 */
export const resized = (elements) => changedBy(elements, ROOTS, 'html', true);

/** What pages say of elements by their names, or in what is styled as a text. */
const RULES = {
  'div, p, ul, li, dl, dt, dd, h2, h3, h4, span, strong, q, code, section, article': [
    'color: #eee; background: #eee; opacity: .5; font: italic 9px cursive; text-transform: uppercase;',
    'white-space: nowrap; float: right; text-decoration: line-through; text-indent: -99px; list-style: disc;',
    'display: none; visibility: hidden; block-size: 9px; overflow: hidden; columns: 3; padding: 9px; margin: 9px;',
  ],
  'li::before, dt::before, dd::before, span::before, p::before, td::before, summary::after': ['content: "✓";'],
  'p::first-letter, li::first-letter, td::first-letter': ['font-size: 3em; float: left;'],
  'table, thead, tbody, tr, td, th': ['display: block; border: 3px solid; padding: 9px; color: #eee;'],
  'details, summary, button, img, dialog': ['display: flex; block-size: 3px; opacity: .1; list-style: square;'],
};

/**
 * What a page's rules for elements by their names change in components, whose elements are the page's.
 * @param {Element[]} elements
 * @returns {string[]}
 */
export function ruled(elements) {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const all = elements.map((element) => {
    const parts = Array.from(shellOf(element).querySelectorAll('*')).filter((part) => !part.closest('dialog'));
    return { element, parts, unread: reader(element) };
  });
  const look = (parts) =>
    parts.map((part) => {
      const { width, height } = part.getBoundingClientRect();
      const { color, backgroundColor, opacity, textTransform } = getComputedStyle(part);
      const content = ['::before', '::after'].map((pseudo) => getComputedStyle(part, pseudo).content);
      return [Math.round(width), Math.round(height), color, backgroundColor, opacity, textTransform, ...content].join();
    });
  const before = all.map(({ parts }) => look(parts));
  const found = [];
  for (const [selector, styles] of Object.entries(RULES)) {
    for (const style of styles) {
      // The elements' own places stay as they are.
      const rules = selector.split(', ').map((one) => `.place .shell ${one} { ${style} }`);
      sheet.replaceSync(rules.join(' '));
      all.forEach(({ element, parts, unread }, at) => {
        const after = look(parts);
        const changed = after.findIndex((one, which) => one !== before[at][which]);
        const faults = unread();
        if (changed >= 0)
          faults.push(`${parts[changed].outerHTML.slice(0, 60)}: ${before[at][changed]} became ${after[changed]}`);
        found.push(...faults.map((fault) => `${element.className} by ${style}: ${fault}`));
      });
    }
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  return found;
}

/** Places that are as wide as what they contain; `{}` is the element. */
const PLACES = {
  dialog: '<dialog open>{}</dialog>',
  popover: '<div popover="manual">{}</div>',
  'flex row': '<div style="display: flex">{}</div>',
  'centred column': '<div style="display: flex; flex-direction: column; align-items: center">{}</div>',
  'table cell': '<table><tr><td>{}</td></tr></table>',
  'fit-content': '<div style="inline-size: fit-content">{}</div>',
  'max-content': '<div style="inline-size: max-content">{}</div>',
  'min-content': '<div style="inline-size: min-content">{}</div>',
  float: '<div style="float: left">{}</div>',
  absolute: '<div style="position: absolute">{}</div>',
  fixed: '<div style="position: fixed; inset-block-start: 0">{}</div>',
  'inline block': '<div style="display: inline-block">{}</div>',
  'inline flex': '<div style="display: inline-flex">{}</div>',
  'inline grid': '<div style="display: inline-grid">{}</div>',
  grid: '<div style="display: grid; justify-content: start">{}</div>',
  'centred grid': '<div style="display: grid; place-items: center">{}</div>',
  table: '<div style="display: table; margin: 0 auto">{}</div>',
  'column in a row': '<div style="display: flex"><div style="display: flex; flex-direction: column">{}</div></div>',
};

/**
 * The places in which elements are less wide than they must be, cannot be read, or make the page wider
 * than its window.
 * @param {Element[]} elements - They come back to their places.
 * @param {number[]} leasts - Their least widths in pixels.
 * @param {boolean} isWhole - Whether each is put into each place, and not each place has one of them.
 * @returns {string[]}
 */
export function narrowed(elements, leasts, isWhole) {
  const others = Array.from(document.body.children).filter(({ hidden }) => !hidden);
  for (const other of others) other.hidden = true;
  const found = Object.entries(PLACES).flatMap(([name, html], at) =>
    elements.flatMap((element, which) => {
      if (!isWhole && which !== at % elements.length) return [];
      const home = document.createComment('');
      element.replaceWith(home);
      const place = document.createElement('div');
      place.innerHTML = html.replace('{}', '<i></i>');
      place.querySelector('i').replaceWith(element);
      document.body.append(place);
      place.querySelector('[popover]')?.showPopover();
      const { width } = element.getBoundingClientRect();
      const page = document.documentElement.scrollWidth;
      const faults = reader(element)();
      home.replaceWith(element);
      place.remove();
      if (width < leasts[which] - 0.5) faults.push(`${width} wide`);
      if (page > innerWidth) faults.push(`the page is ${page} wide`);
      return faults.map((fault) => `${element.localName} ${which} in ${name}: ${fault}`);
    }),
  );
  for (const other of others) other.hidden = false;
  return found;
}
