// Pages by their policies and frames, and by the trees that they have around an element.

const STRICT =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; connect-src 'self'; img-src http: https:";

/** Makes an element of the page that puts what is in it into a shadow tree of its own. */
function defineTile(mode) {
  customElements.define(
    'shop-tile',
    class extends HTMLElement {
      connectedCallback() {
        if (window.hostRoots.has(this)) return;
        const root = this.attachShadow({ mode });
        root.append(...this.childNodes);
        window.hostRoots.set(this, root);
      }
    },
  );
}

/** Shows another row's page in a frame. */
const framed = (attributes) => ({
  css: 'iframe { display: block; width: 100%; height: 95vh; border: 0; }',
  page: `<main><iframe title="Shop" ${attributes}></iframe></main>`,
  isFrame: true,
});

/** @type {Record<string, import('./rows.js').Row>} */
export const DOCUMENTS = {
  'strict policy': { policy: STRICT },
  'Trusted Types': { policy: `${STRICT}; require-trusted-types-for 'script'; trusted-types product-pool` },
  frame: framed('src="host.html"'),
  'frame by srcdoc': framed(
    `srcdoc='<!doctype html><html lang="en-GB"><script type="module" src="host.js"></script></html>'`,
  ),
  'frame in a sandbox': framed('sandbox="allow-scripts allow-same-origin" src="host.html"'),
  'shadow tree': { html: '<shop-tile>{}</shop-tile>', before: () => defineTile('open') },
  'closed shadow tree': { html: '<shop-tile>{}</shop-tile>', before: () => defineTile('closed') },
  'closed shadow tree with styles': {
    html: '<shop-tile>{}</shop-tile>',
    before: () => defineTile('closed'),
    css: 'shop-tile { display: block; font: italic 900 8px/1 cursive; color: #fff; text-transform: uppercase; }',
  },
};
