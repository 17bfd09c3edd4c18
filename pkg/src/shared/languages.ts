// Which language an element speaks.

import { report } from './report.js';

/** The languages that there are messages for. */
export const LANGUAGES = ['en-GB', 'cy', 'de', 'es', 'fr', 'it', 'nl', 'pl'] as const;

export const FALLBACK: string = 'en-GB';

/** The language that there are messages for, where one is asked for. */
export function knownLanguage(tag: string | undefined): string {
  const found = matching(tag, LANGUAGES);
  if (tag && !found) report('no-language', { value: tag });
  return found ?? FALLBACK;
}

/** The language of the nearest ancestor with `lang`, across shadow roots. */
export function languageOf(element: Element): string | undefined {
  let node: Element | undefined = element;
  for (; node; node = (node.getRootNode() as Partial<ShadowRoot>).host) {
    const found = node.closest('[lang]');
    if (found) return found.getAttribute('lang') || undefined;
  }
  return undefined;
}

/** The one of `names` for a language tag: itself, a wider one, or another of its family. */
export function matching(tag: string | undefined, names: readonly string[]): string | undefined {
  const parts = (tag ?? '').trim().toLowerCase().split(/[-_]/);
  const [family] = parts;
  for (; parts.length > 0; parts.pop()) {
    const wanted = parts.join('-');
    const found = names.find((name) => name.toLowerCase() === wanted);
    if (found) return found;
  }
  return names.find((name) => name.toLowerCase().split('-')[0] === family);
}
