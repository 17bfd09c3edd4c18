// Pages by what their scripts do: before the elements' scripts come, or once the elements are drawn.

import { patchAsMooTools, patchAsPolyfills, patchAsPrototype } from './patches.js';

const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));
const elements = () => all('[data-host]');

/** Two frames, after which a browser has laid out what a script changed. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** The text nodes below a node, those of shadow roots too. */
function textsIn(node) {
  const roots = all('*', node).flatMap(({ shadowRoot }) => shadowRoot ?? []);
  const own = all('*', node).flatMap(({ childNodes }) => Array.from(childNodes));
  const isRead = (text) =>
    text.nodeType === 3 && text.data.trim() && !/^(script|style)$/i.test(text.parentNode.localName);
  return [...own.filter(isRead), ...roots.flatMap(textsIn)];
}

/** Brings a tree to another, as libraries that "morph" do: by place, and nothing that the other lacks stays. */
function morph(from, to) {
  for (const { name } of Array.from(from.attributes ?? [])) if (!to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of Array.from(to.attributes ?? []))
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  const olds = Array.from(from.childNodes);
  Array.from(to.childNodes).forEach((wanted, at) => {
    const old = olds[at];
    if (!old) from.append(wanted.cloneNode(true));
    else if (old.nodeName !== wanted.nodeName) old.replaceWith(wanted.cloneNode(true));
    else if (old.nodeType === 1) morph(old, wanted);
    else if (old.nodeValue !== wanted.nodeValue) old.nodeValue = wanted.nodeValue;
  });
  for (const old of olds.slice(to.childNodes.length)) old.remove();
}

/** Lets elements that are asked about allergens answer about others, and then about these again. */
async function avoidAnew() {
  const asked = elements().filter((element) => element.hasAttribute('avoid'));
  const before = asked.map((element) => element.getAttribute('avoid'));
  for (const element of asked) element.avoid = 'milk eggs';
  await painted();
  asked.forEach((element, at) => element.setAttribute('avoid', before[at]));
}

/** The page as a server would send it. */
const sent = () => new DOMParser().parseFromString(window.hostBody, 'text/html').body;

/** Changes a method of the browser's own, with access to the one before. */
function wrap(object, name, make) {
  object[name] = make(object[name]);
}

/** @type {Record<string, import('./rows.js').Row>} */
export const SCRIPTS = {
  'closed accordion': {
    html: '<details><summary>Allergens</summary>{}</details>',
    async after() {
      for (const details of all('details')) details.open = true;
    },
  },
  'accordion that closes again': {
    html: '<details open><summary>Allergens</summary>{}</details>',
    async after(drawn) {
      await drawn();
      for (const open of [false, true]) {
        for (const details of all('details')) details.open = open;
        await painted();
      }
    },
  },
  ...Object.fromEntries(
    ['display: none', 'visibility: hidden', 'content-visibility: hidden', 'height: 0; overflow: hidden'].map(
      (style) => [
        `tab with ${style}`,
        {
          html: `<div class="tab" style="${style}">{}</div>`,
          async after() {
            await painted();
            for (const tab of all('.tab')) tab.removeAttribute('style');
          },
        },
      ],
    ),
  ),
  'tab with hidden': {
    html: '<div class="tab" hidden>{}</div>',
    async after() {
      await painted();
      for (const tab of all('.tab')) tab.hidden = false;
    },
  },
  'found in a hidden text': {
    html: '<div class="tab" hidden="until-found">{}</div>',
    async after() {
      await painted();
      for (const tab of all('.tab')) tab.hidden = false;
    },
  },
  'modal dialog, inert page': {
    page: '<main inert>Shop</main><dialog>{}</dialog>',
    async after() {
      document.querySelector('dialog').showModal();
    },
  },
  'popover that opens': {
    css: '[popover] { position: absolute; }',
    html: '<div popover="manual">{}</div>',
    async after() {
      await painted();
      for (const popover of all('[popover]')) popover.showPopover();
    },
  },
  Prototype: { before: patchAsPrototype },
  MooTools: {
    before: patchAsMooTools,
    // The page after it has its own `for … in` back.
    async after(drawn) {
      await drawn();
      for (const name in Object.prototype) delete Object.prototype[name];
    },
  },
  polyfills: { before: patchAsPolyfills },
  'scripts that watch': {
    before() {
      const watched = (call) =>
        function (...given) {
          return Reflect.apply(call, this, given);
        };
      wrap(
        window,
        'fetch',
        (fetch) =>
          async (...given) =>
            (await fetch(...given)).clone(),
      );
      wrap(JSON, 'parse', watched);
      wrap(customElements, 'define', (define) => define.bind(customElements));
      wrap(Element.prototype, 'attachShadow', watched);
      wrap(EventTarget.prototype, 'addEventListener', watched);
      wrap(window, 'requestAnimationFrame', (call) => call.bind(window));
      for (const level of ['debug', 'info']) console[level] = () => {};
    },
  },
  'built-ins that are frozen': {
    before() {
      const known = [
        Object,
        Array,
        Function,
        Error,
        TypeError,
        Promise,
        Map,
        Set,
        String,
        Date,
        Element,
        Event,
        Response,
      ];
      for (const { prototype } of known) Object.freeze(prototype);
    },
  },
  'JSON with dates': {
    before() {
      const isDate = (value) => /^\d{4}-\d\d-\d\d/.test(value);
      wrap(
        JSON,
        'parse',
        (parse) =>
          (text, revive = (_, value) => (isDate(value) ? new Date(value) : value)) =>
            parse(text, revive),
      );
    },
  },
  'no storage': {
    before() {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('denied', 'SecurityError');
          },
        });
    },
  },
  'a language that comes and goes': {
    async after(drawn) {
      await drawn();
      for (const lang of ['de', 'en-GB']) {
        document.documentElement.lang = lang;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    },
  },
  'an observer that marks words': {
    async after(drawn) {
      await drawn();
      const mark = (node) => {
        for (const text of textsIn(node).filter(
          ({ data, parentNode }) => /milk/i.test(data) && !parentNode.closest('mark'),
        )) {
          const marked = document.createElement('mark');
          text.replaceWith(marked);
          marked.append(text);
        }
      };
      const observer = new MutationObserver(() => mark(document));
      for (const { shadowRoot } of elements()) observer.observe(shadowRoot, { childList: true, subtree: true });
      mark(document);
      await avoidAnew();
      await painted();
    },
  },
  'a browser without later interfaces': {
    before() {
      for (const name of ['requestIdleCallback', 'scheduler', 'IntersectionObserver', 'ResizeObserver', 'trustedTypes'])
        Object.defineProperty(window, name, { value: undefined, configurable: true });
      delete Element.prototype.setHTMLUnsafe;
    },
  },
  'translation by wrapped texts': {
    async after(drawn) {
      await drawn();
      for (const text of textsIn(document)) {
        const outer = document.createElement('font');
        const inner = document.createElement('font');
        text.replaceWith(outer);
        outer.append(inner);
        inner.append(text);
      }
      await painted();
      await avoidAnew();
    },
  },
  'extensions that mark words': {
    async after(drawn) {
      await drawn();
      for (const { shadowRoot } of elements()) {
        for (const item of all('.lines li, p, td', shadowRoot)) {
          const mark = document.createElement('span');
          mark.textContent = '★';
          item.prepend(mark);
        }
        shadowRoot.append(document.createElement('grammar-overlay'));
      }
      await avoidAnew();
    },
  },
  'Turbo: another body': {
    async after(drawn) {
      await drawn();
      const copy = document.body.cloneNode(true);
      const [own] = [document.body];
      document.documentElement.replaceChild(copy, own);
      await painted();
      // Back: the snapshot is shown again.
      document.documentElement.replaceChild(own, copy);
    },
  },
  'Turbo: a copy of the page': {
    async after(drawn) {
      await drawn();
      document.body.replaceWith(document.body.cloneNode(true));
    },
  },
  'pjax: new content': {
    async after(drawn) {
      await drawn();
      document.querySelector('main').innerHTML = sent().querySelector('main').innerHTML;
    },
  },
  'morphed in place': {
    async after(drawn) {
      await drawn();
      morph(document.body, sent());
      await painted();
      morph(document.body, sent());
    },
  },
  'clones of a template': {
    async after() {
      const template = document.createElement('template');
      template.innerHTML = sent().querySelector('main').innerHTML;
      document.querySelector('main').replaceChildren(document.importNode(template.content, true));
    },
  },
  'adopted from another document': {
    async after() {
      document.querySelector('main').replaceChildren(...sent().querySelector('main').childNodes);
    },
  },
  'moved about': {
    async after(drawn) {
      const main = document.querySelector('main');
      main.append(...Array.from(main.children).reverse());
      await drawn();
      main.append(...Array.from(main.children).reverse());
      const [first] = elements();
      first.remove();
      await painted();
      main.append(first);
    },
  },
  'sorted while it loads': {
    async after() {
      const main = document.querySelector('main');
      for (let turn = 0; turn < 20; turn++) {
        main.append(main.firstElementChild);
        await painted();
      }
    },
  },
  'scripts after consent': {
    css: 'button { font-size: 1rem; }',
    page: '<button type="button">Accept</button><main>{}</main>',
    async load(start) {
      const button = document.querySelector('button');
      const accepted = new Promise((resolve) => button.addEventListener('click', resolve, { once: true }));
      await painted();
      button.click();
      await accepted;
      await start();
    },
  },
  'scripts with versions': { modules: ['card.js?ver=1', 'matrix.js?ver=2', 'changes-view.js?ver=2'] },
  'scripts twice': {
    async after() {
      for (const name of ['card.js', 'matrix.js', 'changes-view.js']) await import(`/pkg/dist/${name}?again`);
    },
  },
};
