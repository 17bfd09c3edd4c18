// The messages of a language, and how Intl formats numbers and dates in it.

import type { Messages } from './message-texts.js';
import { imported } from './import.js';
import { report } from './report.js';

/** The languages that there are messages for, spelt out so that bundlers see the files. */
const FILES: Record<string, () => Promise<{ default: string | Record<string, string> }>> = {
  'en-GB': () => import('../../lang/en-GB.js'),
  cy: () => import('../../lang/cy.js'),
  de: () => import('../../lang/de.js'),
  es: () => import('../../lang/es.js'),
  fr: () => import('../../lang/fr.js'),
  it: () => import('../../lang/it.js'),
  nl: () => import('../../lang/nl.js'),
  pl: () => import('../../lang/pl.js'),
};

const FALLBACK = 'en-GB';

export function knownLanguage(tag: string | undefined): string {
  const found = matching(tag, Object.keys(FILES));
  if (tag && !found) report('no-language', { value: tag });
  return found ?? FALLBACK;
}

const RIGHT_TO_LEFT = /Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa/;

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
export function matching(tag: string | undefined, names: string[]): string | undefined {
  const parts = (tag ?? '').trim().toLowerCase().split(/[-_]/);
  const [family] = parts;
  for (; parts.length > 0; parts.pop()) {
    const wanted = parts.join('-');
    const found = names.find((name) => name.toLowerCase() === wanted);
    if (found) return found;
  }
  return names.find((name) => name.toLowerCase().split('-')[0] === family);
}

async function load(name: string): Promise<Record<string, string>> {
  try {
    const { default: messages } = await imported(FILES[name]);
    return typeof messages === 'string' ? JSON.parse(messages) : messages;
  } catch (error) {
    report('language', { name, error });
    throw error;
  }
}

/** A language and its messages; the fallback's where its file cannot be loaded. */
async function messagesOf(name: string): Promise<[name: string, messages: Record<string, string>]> {
  // A language of the page's own may rely on the file of a related one.
  const base = matching(name, Object.keys(FILES)) ?? FALLBACK;
  if (base !== FALLBACK) {
    try {
      return [name, await load(base)];
    } catch {
      if (FILES[name]) name = FALLBACK;
    }
  }
  return [name, await load(FALLBACK)];
}

function directionOf(tag: string): 'ltr' | 'rtl' {
  try {
    return RIGHT_TO_LEFT.test(new Intl.Locale(tag).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr'; // It is not a language tag.
  }
}

/**
 * The tag for Intl: `tag` if it is a variety of the language in use. Without a region
 * it is that of the messages: `en` is British, not American as for Intl.
 * Engines do not know every language; undefined where Intl knows neither.
 */
function forIntl(tag: string | undefined, used: string) {
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

/** Formats a time of the service, `2024-07-02 14:25:26`, which has no time zone, as a date. */
function dates(tag: string | undefined) {
  let format: Intl.DateTimeFormat | undefined;
  return (text: string) => {
    // A year below 100 is a gap that was filled with zeros.
    const [, day = ''] = /^\s*((?!00)\d{4}-\d\d-\d\d)(?![^ T])/.exec(text) ?? [];
    const date = new Date(day);
    // Engines differ in whether they reject 31 February or read it as a day of March.
    if (!day || date.getUTCDate() !== Number(day.slice(8))) return text;
    // In a language that Intl does not know, digits are better than English months.
    format ??= new Intl.DateTimeFormat(tag ?? FALLBACK, { dateStyle: tag ? 'long' : 'short', timeZone: 'UTC' });
    return format.format(date);
  };
}

/** Formats an instant, `2026-01-31T12:00:00Z`, in the reader's time zone. */
function instants(tag: string | undefined) {
  return (text: string) => {
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) return text;
    return new Intl.DateTimeFormat(tag ?? FALLBACK, { dateStyle: tag ? 'long' : 'short', timeStyle: 'short' }).format(
      date,
    );
  };
}

export const instantIn = (lang: string): ((text: string) => string) => instants(forIntl(lang, lang));

/** The page's messages by key, and those by language and key. */
function split(replaced: Messages) {
  const plain: Record<string, string> = {};
  const languages: Record<string, Record<string, string>> = {};
  for (const [key, value] of Object.entries(replaced)) {
    if (typeof value === 'string') plain[key] = value;
    else if (typeof value === 'object' && value) languages[key] = value;
  }
  return { plain, languages };
}

export interface Locale {
  messages: string;
  /** Two of them, for what is shown where no view can be drawn. */
  notLoaded: string;
  reload: string;
  lang: string;
  dir: 'ltr' | 'rtl';
  decimal: string;
  /** Writes a time of the service as a date. */
  date: (text: string) => string;
  instant: (text: string) => string;
}

async function make(tag: string | undefined, texts: (string | undefined)[]): Promise<Locale> {
  // A locale's name, such as `de_AT`, is no tag to Intl.
  tag = tag?.replaceAll('_', '-');
  const replaced = texts.flatMap((text) => (text ? split(JSON.parse(text)) : []));
  const own = replaced.flatMap(({ languages }) => Object.keys(languages));
  // A page may bring a language that there is no file for.
  const found = matching(tag, [...own, ...Object.keys(FILES)]);
  if (tag && !found) report('no-language', { value: tag });
  const wanted = found ?? FALLBACK;
  const [used, messages] = await messagesOf(wanted);
  const layers = replaced.flatMap(({ plain, languages }) => [
    plain,
    languages[matching(used, Object.keys(languages)) ?? ''],
  ]);
  const locale = forIntl(tag, used);
  const parts = new Intl.NumberFormat(locale ?? FALLBACK).formatToParts(1.5);
  const all = Object.assign({}, messages, ...layers);
  return {
    messages: JSON.stringify(all),
    notLoaded: all['allergens.not-loaded'],
    reload: all['notice.reload'],
    lang: used,
    dir: directionOf(used),
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    date: dates(locale),
    instant: instants(locale),
  };
}

/** The locales that were made; a page has few languages and replaces few messages. */
const made: Map<string, Promise<Locale>> = new Map();

/**
 * A language as a view needs it: its messages, with those that the page replaces
 * (texts of JSON objects; later ones win), and how numbers and dates are formatted.
 */
export function localeFor(tag: string | undefined, texts: (string | undefined)[] = []): Promise<Locale> {
  const key = JSON.stringify([tag, ...texts]);
  let locale = made.get(key);
  if (!locale) {
    locale = make(tag, texts);
    made.set(key, locale);
    // The next element tries again.
    locale.catch(() => made.delete(key));
  }
  return locale;
}
