// What the scanner shows: a field, a button for the camera, and its picture. Its nodes stay the same, and only texts and
// attributes change.

import type { ScannerView as View } from '../shared/types.js';
import { element } from '../shared/placeholders.js';
import { availability, watch } from './camera.js';
import { gtinIn, readSeen } from './codes.js';

class ScannerView {
  #view = {} as View;
  #words: (key: string) => string = (key) => key;
  /** Ends the camera, while it is on. @type {AbortController | undefined} */
  #running: AbortController | undefined;
  #looks = 0;
  /** The message below the field, and whether it is of a failure. */
  #message = { key: 'hint', isError: false };

  #label = element('label', { for: 'code', part: 'label' });
  #input = element('input', {
    id: 'code',
    part: 'input',
    type: 'text',
    inputmode: 'numeric',
    enterkeyhint: 'search',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '200',
    'aria-describedby': 'hint',
  });
  #submit = element('button', { type: 'submit', part: 'button' });
  #camera = element('button', { type: 'button', part: 'button', 'data-action': 'camera' });
  #hint = element('p', { id: 'hint', class: 'hint', role: 'status', part: 'hint' });
  #video = element('video', { part: 'video', playsinline: '', hidden: '' });
  #form = element(
    'form',
    { class: 'scanner', part: 'scanner', role: 'search', novalidate: '' },
    this.#label,
    element('div', { class: 'row' }, this.#input, this.#submit, this.#camera),
    this.#hint,
    this.#video,
  );

  constructor(container: Element) {
    // The attribute alone does not silence it.
    this.#video.muted = true;
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#look(this.#input.value);
    });
    this.#camera.addEventListener('click', () => (this.#running ? this.#close() : void this.#open()));
    this.#form.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#close();
    });
    // A camera that goes on unseen frightens people.
    document.addEventListener('visibilitychange', this.#whenHidden);
    container.append(this.#form);
  }

  #whenHidden = () => {
    if (document.hidden) this.#close();
  };

  update(view: View): void {
    const { messages, lang, dir } = view.locale;
    const texts = JSON.parse(messages);
    this.#words = (key) => texts[`scanner.${key}`] ?? '';
    this.#view = view;
    this.#form.lang = lang;
    this.#form.dir = dir;
    this.#show();
  }

  destroy(): void {
    this.#looks += 1;
    this.#close();
    document.removeEventListener('visibilitychange', this.#whenHidden);
    this.#form.remove();
  }

  #show() {
    const words = this.#words;
    const camera = availability(this.#view.decoder);
    const isOpen = this.#running !== undefined;
    for (const part of [this.#label, this.#input, this.#submit]) part.hidden = !this.#view.hasField;
    say(this.#label, words('label'));
    say(this.#submit, words('find'));
    this.#camera.hidden = camera !== 'available';
    this.#camera.setAttribute('aria-expanded', `${isOpen}`);
    say(this.#camera, words(isOpen ? 'close' : 'open'));
    this.#video.hidden = !isOpen;
    this.#video.setAttribute('aria-label', words('aim'));
    const { key, isError } = this.#message;
    this.#input.setAttribute('aria-invalid', `${isError && key === 'invalid'}`);
    this.#hint.dataset.state = isError ? 'error' : '';
    const hints = [
      key !== 'hint' || this.#view.hasField ? words(key) : '',
      camera === 'insecure' ? words('insecure') : '',
    ];
    say(this.#hint, hints.filter(Boolean).join(' '));
  }

  #tell(key: string, isError: boolean = false) {
    this.#message = { key, isError };
    this.#show();
  }

  /** Looks for a GTIN in what was typed. @param {string} text */
  async #look(text: string) {
    const look = ++this.#looks;
    let gtin;
    try {
      gtin = await gtinIn(text);
    } catch {
      // What reads other forms than digits could not be loaded.
    }
    // Another was typed meanwhile, or the view is gone.
    if (look !== this.#looks) return;
    if (gtin) {
      this.#close();
      this.#input.value = '';
      this.#view.found({ gtin, text });
    } else {
      this.#tell('invalid', true);
      this.#input.focus();
    }
  }

  async #open() {
    const running = new AbortController();
    this.#running = running;
    this.#tell('aim');
    try {
      const found = await watch(this.#video, this.#view.decoder, readSeen, running.signal);
      if (this.#running !== running) return;
      this.#close();
      if (found) this.#view.found(found);
    } catch {
      if (this.#running !== running) return;
      this.#close();
      this.#tell('failed', true);
    }
  }

  #close() {
    if (!this.#running && !this.#message.isError) return;
    this.#running?.abort();
    this.#running = undefined;
    this.#tell('hint');
  }
}

/** Sets a text without another node. */
function say(part: HTMLElement, text: string) {
  if (!part.firstChild) part.append('');
  const node = part.firstChild as Text;
  if (node.data !== text) node.data = text;
}

export function mountScanner(container: Element, view: View): ScannerView {
  const mounted = new ScannerView(container);
  mounted.update(view);
  return mounted;
}
