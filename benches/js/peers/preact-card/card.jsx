// The card in Preact, written by hand as a shop might: one bundle, the same
// panels, states and style sheet as <product-pool-card>.

import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import allergens from '../../../../pkg/styles/allergens.css';
import base from '../../../../pkg/styles/base.css';
import card from '../../../../pkg/styles/card.css';
import later from '../../../../pkg/styles/later.css';
import panels from '../../../../pkg/styles/panels.css';
import { Allergens } from './allergens.jsx';
import { loadImage, loadProduct } from './load.js';
import { Foot, Header, Ingredients, Notices, Nutrition } from './panels.jsx';
import { textOf } from './rich-text.js';
import { failures } from './words.js';

function Card({ gtin, settings, level, tell }) {
  const [state, setState] = useState({ name: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const load = async () => {
      setState({ name: 'loading' });
      const product = await loadProduct(gtin, settings, stop.signal);
      setState({ name: 'ready', product });
      tell('load', { productId: product.pool_id, gtin });
      // A product without a feature image is an ordinary thing.
      const image = await loadImage(product.pool_id, settings, stop.signal).catch(() => undefined);
      if (image && !stop.signal.aborted) setState({ name: 'ready', product, image });
    };
    load().catch((error) => {
      if (stop.signal.aborted) return;
      setState({ name: error.state ?? 'error', detail: error.detail });
      tell('error', { code: error.state ?? 'error', message: error.message });
    });
    return () => stop.abort();
  }, [gtin, settings, attempt]);

  const { name, product, image, detail } = state;
  const title = name === 'ready' && nameOf(product);
  const label = { loading: 'Loading product information…', ready: `Product information: ${title}` };
  return (
    <article
      class="card"
      part="card"
      data-state={name}
      data-variant="full"
      aria-label={label[name] ?? 'Product information'}
      aria-busy={String(name === 'loading')}
    >
      {name === 'loading' && <Skeleton />}
      {name === 'ready' && (
        <>
          <Notices product={product} />
          <Header product={product} image={image} name={title} level={level} />
          <div class="panels">
            <Allergens product={product} level={level + 1} />
            <Ingredients product={product} level={level + 1} />
            <Nutrition product={product} level={level + 1} />
          </div>
          <Foot product={product} />
        </>
      )}
      {name in failures && (
        <Failure failure={failures[name]} detail={detail} level={level} retry={() => setAttempt(attempt + 1)} />
      )}
    </article>
  );
}

function nameOf({ general = {}, standardised_name: standard }) {
  const names = [general?.product_name, general?.manufacturer_product_name, standard];
  return names.map(textOf).find(Boolean) ?? 'Unnamed product';
}

function Skeleton() {
  return (
    <div class="skeleton">
      <p class="visually-hidden" role="status">Loading product information…</p>
      <div class="head">
        <div class="picture bar" />
        <div class="names"><div class="bar" /><div class="bar wide" /></div>
      </div>
      <div class="bar wide" /><div class="bar" /><div class="bar wide" />
    </div>
  );
}

function Failure({ failure: [title, text, again], detail, level, retry }) {
  const Heading = `h${level}`;
  return (
    <div class="failure" role="alert">
      <Heading class="name">{title}</Heading>
      <p>{detail ?? text}</p>
      {again && <button type="button" part="button" onClick={retry}>Try again</button>}
    </div>
  );
}

/** One style sheet for all cards of the page. */
let sheet;

class PreactCard extends HTMLElement {
  static observedAttributes = ['gtin', 'base-url', 'heading-level'];

  /** The token, kept out of the DOM. */
  static token;

  #root = this.attachShadow({ mode: 'open' });
  #settings;

  connectedCallback() {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(base + card + allergens + panels + later);
    }
    this.#root.adoptedStyleSheets = [sheet];
    this.#draw();
  }

  disconnectedCallback() {
    render(null, this.#root);
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#draw();
  }

  #draw() {
    const gtin = this.getAttribute('gtin')?.trim();
    const baseUrl = (this.getAttribute('base-url') ?? '').replace(/\/+$/, '');
    if (this.#settings?.baseUrl !== baseUrl) this.#settings = { baseUrl, token: PreactCard.token };
    const level = Number(this.getAttribute('heading-level')) || 2;
    const tell = (name, detail) =>
      this.dispatchEvent(new CustomEvent(`preact-card-${name}`, { bubbles: true, composed: true, detail }));
    render(gtin ? <Card gtin={gtin} settings={this.#settings} level={level} tell={tell} /> : null, this.#root);
  }
}

/** Sets the page's token and registers the element. */
export function define(token) {
  PreactCard.token = token;
  customElements.define('preact-card', PreactCard);
}
