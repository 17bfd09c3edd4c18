// What pages do to the elements and components in them: what styles change that are inherited, and what
// cannot be read. For pages of the browser tests and of the tests in Rust, so this module imports nothing.

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

export const shellOf = (element) => (element.shadowRoot ?? element).querySelector('.shell');

/** The parent of an element as it is laid out, across the borders of shadow trees. */
const around = (element) => element.assignedSlot ?? element.parentElement ?? element.getRootNode().host;

/** An element and all that are around it. */
function* chainOf(element) {
  for (; element; element = around(element)) yield element;
}

const SEEN = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true };

/** The texts in an element that are seen. */
function textsOf(element) {
  const walker = document.createTreeWalker(shellOf(element), NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    const isSeen = text.data.trim() && parent.checkVisibility(SEEN) && !parent.closest('.visually-hidden');
    if (isSeen) found.push({ text, parent, scrolls: parent.closest('.scroll'), style: getComputedStyle(parent) });
  }
  return found;
}

/** What an element says to those who see it, without spaces and what a verdict's narrow place leaves to its head. */
export const wordsOf = (element) =>
  textsOf(element)
    .filter(({ parent }) => !parent.closest('[data-plain]'))
    .map(({ text }) => text.data.replace(/\s+/g, ''))
    .join('');

/** Whether a verdict's head names an allergen, whose own line may then be hidden. */
function isInHead(line) {
  const answers = [...(line.closest('.verdict')?.querySelectorAll('.answer') ?? [])];
  const [name] = line.textContent.toLowerCase().split(':');
  return answers.some((answer) => answer.checkVisibility(SEEN) && answer.textContent.toLowerCase().includes(name));
}

/** What an element says of each allergen to those who see it: `milk: not-stated`, or `milk = not-stated` in a verdict. */
export function statusesOf(element) {
  const places = [...shellOf(element).querySelectorAll('[data-allergen]:is([data-status], [data-answer])')];
  const said = places
    .filter((place) => place.checkVisibility(SEEN) || isInHead(place))
    .map(({ dataset: { allergen, status, answer } }) =>
      answer ? `${allergen} = ${answer}` : `${allergen}: ${status}`,
    );
  return [...new Set(said)].sort();
}

const range = new Range();
const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const colours = new Map();

/** Red, green, blue and alpha of a colour, each at most 1. */
function colourOf(text) {
  if (!colours.has(text)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const { data } = canvas.getImageData(0, 0, 1, 1);
    colours.set(
      text,
      [...data].map((value) => value / 255),
    );
  }
  return colours.get(text);
}

/** A colour over an opaque one. */
const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];

function luminance(colour) {
  const [r, g, b] = colour.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The colour behind a text in an element; nothing where that is a picture. */
function behind(element) {
  const layers = [];
  for (const one of chainOf(element)) {
    const { backgroundColor, backgroundImage } = getComputedStyle(one);
    if (backgroundImage !== 'none') return undefined;
    const colour = colourOf(backgroundColor);
    layers.push(colour);
    if (colour[3] === 1) break;
  }
  const root = element.ownerDocument.documentElement;
  const probe = root.appendChild(element.ownerDocument.createElement('i'));
  probe.style.cssText = 'all: initial; color-scheme: inherit; color: Canvas';
  const paper = colourOf(getComputedStyle(probe).color);
  probe.remove();
  return layers.reduceRight((below, layer) => over(layer, below), paper);
}

const HIDES = ['hidden', 'clip'];

/** What cuts off parts of a text, without a way to scroll to them. */
function cutsOf(parent, boxes) {
  const { body, documentElement } = parent.ownerDocument;
  const found = [];
  for (const one of chainOf(parent)) {
    const { overflowX, overflowY, display } = getComputedStyle(one);
    const [hidesX, hidesY] = [overflowX, overflowY].map((overflow) => HIDES.includes(overflow));
    // What the page's root and body hide, the window scrolls to.
    if (!(hidesX || hidesY) || display === 'contents' || one === body || one === documentElement) continue;
    const box = one.getBoundingClientRect();
    const isCut = ({ left, right, top, bottom }) =>
      (hidesX && (left < box.left - 1 || right > box.right + 1)) ||
      (hidesY && (top < box.top - 2 || bottom > box.bottom + 2));
    if (boxes.some(isCut)) found.push(`cut off by ${one.localName}.${one.className}`);
  }
  return found;
}

/** Whether two texts are drawn over one another. */
function covers(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 3 && height > Math.min(one.height, other.height) / 2;
}

const isClear = (colour) => colourOf(colour)[3] === 0;

/** The smallest text in pixels, on a screen and on paper: 6.5 points there. */
const smallest = () => (matchMedia('print').matches ? 8.6 : 12);

/** Whether a text needs less contrast, as WCAG has it. */
const isLarge = ({ fontSize, fontWeight }) => parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);

/**
 * A function that says of an element what cannot be read: texts that are cut off, too small, over one
 * another or in no colour, emphasised ingredients that look like the words next to them, signs that are
 * not drawn.
 * @param {Element} element
 * @param {{ isColoured?: boolean, isCut?: boolean }} [asked] - Whether contrast counts, and what the page cuts off.
 * @returns {() => string[]}
 */
function reader(element, { isColoured = true, isCut = true } = {}) {
  const shell = shellOf(element);
  const frame = shell.querySelector('.card, .view') ?? shell;
  const texts = textsOf(element);
  // Pages change `Array.from`.
  const strong = [...shell.querySelectorAll('.ingredients strong')].map((word) => [
    getComputedStyle(word),
    getComputedStyle(word.parentElement),
  ]);
  const signs = [...shell.querySelectorAll('.sign')].filter((sign) => sign.checkVisibility());
  return () => {
    const found = texts.length < 5 ? [`only ${texts.length} texts`] : [];
    const box = frame.getBoundingClientRect();
    const drawn = [];
    const least = smallest();
    for (const { text, parent, scrolls, style } of texts) {
      const name = text.data.trim().slice(0, 30);
      const say = (fault) => found.push(`${fault}: ${name}`);
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()];
      for (const { left, right, top, bottom, height } of boxes) {
        if (height < 8) say('tiny');
        // A table that is too wide can be scrolled to.
        if (!scrolls && (left < box.left - 1 || right > box.right + 1)) say('beside the box');
        if (!scrolls && (top < box.top - 1 || bottom > box.bottom + 1)) say('above or below the box');
      }
      if (!scrolls && isCut) cutsOf(parent, boxes).forEach(say);
      if (boxes.some((one) => drawn.some((other) => covers(one, other)))) say('over another text');
      drawn.push(...boxes);
      if (parseFloat(style.fontSize) < least - 0.05) say(`${style.fontSize} small`);
      if (isClear(style.color) || isClear(style.webkitTextFillColor)) say('transparent');
      if (style.textShadow !== 'none' || parseFloat(style.webkitTextStrokeWidth)) say('blurred');
      const ground = isColoured && behind(parent);
      if (ground) {
        const ink = matchMedia('(forced-colors: active)').matches ? style.color : style.webkitTextFillColor;
        const ratio = contrast(over(colourOf(ink), ground), ground);
        if (ratio < (isLarge(style) ? 3 : 4.5)) say(`contrast ${ratio.toFixed(1)}`);
      }
    }
    // On paper a table stands out of a narrow place.
    if (frame.scrollWidth > frame.clientWidth && !matchMedia('print').matches) found.push('cut off, or scrolls');
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

/**
 * What cannot be read in an element of a host, and how wide the element is.
 * @param {Element} element
 * @param {{ least: number, is?: 'light' | 'dark', isColoured?: boolean, isCut?: boolean }} asked
 * @returns {string[]}
 */
export function unread(element, { least, is, ...asked }) {
  const shell = shellOf(element);
  const frame = shell?.querySelector('.card, .view') ?? shell;
  if (!frame) return ['not drawn'];
  const found = reader(element, asked)();
  if (frame.offsetWidth < least - 0.5) found.push(`${frame.offsetWidth} wide`);
  const ground = is && behind(frame);
  if (ground && luminance(ground) > 0.5 !== (is === 'light')) found.push(`not ${is}`);
  return found;
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

/** Puts elements into the page of a host; the function that it gives takes them out again. */
function enter(elements, { html = '<div>{}</div>', page = '<main>{}</main>', css = '', root = {}, after }) {
  const homes = elements.map((element) => {
    const home = document.createComment('');
    element.replaceWith(home);
    return home;
  });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  for (const [name, value] of Object.entries(root)) document.documentElement.setAttribute(name, value);
  const place = document.createElement('div');
  place.innerHTML = page.replace('{}', html.replace('{}', '<i></i>').repeat(elements.length));
  place.querySelectorAll('i').forEach((mark, at) => mark.replaceWith(elements[at]));
  document.body.append(place);
  after?.();
  return () => {
    homes.forEach((home, at) => home.replaceWith(elements[at]));
    place.remove();
    for (const name of Object.keys(root)) document.documentElement.removeAttribute(name);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}

/**
 * The hosts in which elements are less wide than they must be, or cannot be read, or which they make wider
 * than the window.
 * @param {Element[]} elements - They come back to their places.
 * @param {number[]} leasts - Their least widths in pixels.
 * @param {Record<string, import('../www/hosts/rows.js').Row>} hosts
 * @param {boolean} isWhole - Whether each is put into each host, and not each host has one of them.
 * @returns {string[]}
 */
export function faultsIn(elements, leasts, hosts, isWhole) {
  const others = Array.from(document.body.children).filter(({ hidden }) => !hidden);
  for (const other of others) other.hidden = true;
  const found = Object.entries(hosts).flatMap(([name, host], at) => {
    if (host.media) return [];
    const which = elements.map((_, which) => which).filter((which) => isWhole || which === at % elements.length);
    const chosen = which.map((at) => elements[at]);
    const leave = enter(chosen, host);
    const { room = Infinity, is, hides } = host;
    const faults = chosen.flatMap((element, at) => {
      const asked = { least: Math.min(leasts[which[at]], room, innerWidth - 100), is, isCut: !hides };
      return unread(element, asked).map((fault) => `${element.localName} ${which[at]} in ${name}: ${fault}`);
    });
    const width = document.documentElement.scrollWidth;
    if (!host.css && width > innerWidth) faults.push(`${name} is ${width} wide`);
    leave();
    return faults;
  });
  for (const other of others) other.hidden = false;
  return found;
}
