// How Intl writes an instant in a language.

import { FALLBACK } from './languages.js';

/**
 * The tag for Intl: `tag` if it is a variety of the language in use. Without a region
 * it is that of the messages: `en` is British, not American as for Intl.
 * Engines do not know every language; undefined where Intl knows neither.
 */
export function forIntl(tag: string | undefined, used: string): string | undefined {
  for (const one of [tag ?? used, used]) {
    try {
      const [wanted, own] = [new Intl.Locale(one), new Intl.Locale(used)];
      if (wanted.language !== own.language) continue;
      const [known] = Intl.DateTimeFormat.supportedLocalesOf(own.region && !wanted.region ? used : one);
      if (known) return known;
    } catch {
      // It is not a language tag.
    }
  }
  return undefined;
}

/** Formats an instant, `2026-01-31T12:00:00Z`, in the reader's time zone. */
export function instants(tag: string | undefined): (text: string) => string {
  return (text) => {
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) return text;
    return new Intl.DateTimeFormat(tag ?? FALLBACK, { dateStyle: tag ? 'long' : 'short', timeStyle: 'short' }).format(
      date,
    );
  };
}

/** A function that formats instants in a language of the package. */
export const instantIn = (lang: string): ((text: string) => string) => instants(forIntl(lang, lang));
