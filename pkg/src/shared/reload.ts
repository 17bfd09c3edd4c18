// Finds out whether the files of the page's release are gone, and asks the reader to load the page again
// then. Loaded with what a card needs once it is shown, for afterwards it may be gone too.

import type { Locale } from './locale.js';
import { release } from './import.js';
import { element } from './placeholders.js';

/** In English until there are other words. */
const WORDS = {
  reload: 'This page no longer gets new information: check the label, or reload the page.',
  lang: 'en',
  dir: 'ltr',
};

/**
 * Finds out whether a file that could not be loaded is there. Where there is none, a server may answer
 * with its start page.
 */
async function look(address: string | undefined) {
  const place = address ?? release.file?.();
  if (!place) return;
  const { status, headers } = await fetch(place, { method: 'HEAD', cache: 'no-store' });
  const isPage = status === 200 && headers.get('content-type')?.startsWith('text/html');
  const isGone = status === 404 || status === 410 || isPage === true;
  if (release.isGone === isGone) return;
  release.isGone = isGone;
  release.changed();
}

async function reload() {
  // A browser that loads a page again may keep the script that names the release.
  const scripts = document.querySelectorAll('script[src]') as NodeListOf<HTMLScriptElement>;
  const modules = [...scripts].filter(({ type }) => type === 'module');
  await Promise.allSettled(modules.map(({ src }) => fetch(src, { cache: 'reload' })));
  location.reload();
}

/** The button that asks, by the shell that it stands in. */
const buttons: WeakMap<HTMLElement, HTMLElement> = new WeakMap();

function buttonIn(shell: HTMLElement) {
  const known = buttons.get(shell);
  if (known) return known;
  const button = element('button', { type: 'button', part: 'button' });
  button.addEventListener('click', (event) => {
    // The page may have put the element into a link.
    event.preventDefault();
    reload();
  });
  element('div', { class: 'reload screen', role: 'status' }, button);
  buttons.set(shell, button);
  return button;
}

/** The words, and their language: those of the card that a server drew, or of the view. */
function wordsIn(shell: HTMLElement, locale: Partial<typeof WORDS> | undefined) {
  const { reload } = (shell.querySelector('.served') as HTMLElement | null)?.dataset ?? {};
  const { lang, dir } = shell.querySelector('article') ?? WORDS;
  if (reload) return { reload, lang, dir };
  return locale?.reload ? { ...WORDS, ...locale } : WORDS;
}

/** Looks after the files from now on. */
export function watchRelease(): void {
  Object.assign(release, { ask, look });
}

/** Asks for that above a view, or no more. */
function ask(shell: HTMLElement, locale: Partial<Locale> | undefined, isWanted: boolean) {
  if (!isWanted) return buttons.get(shell)?.parentElement?.remove();
  const button = buttonIn(shell);
  const { reload: textContent, lang, dir } = wordsIn(shell, locale);
  Object.assign(button, { textContent, lang, dir });
  const place = button.parentElement as HTMLElement;
  if (!place.parentNode) shell.prepend(place);
}
