// The messages of a language, and how Intl formats numbers and dates in it.

import type { Messages } from './message-texts.js';
import { imported } from './import.js';
import { forIntl, instants } from './instant.js';
import { FALLBACK, LANGUAGES, matching } from './languages.js';
import { report } from './report.js';

/** The languages that there are messages for, spelt out so that bundlers see the files. */
type Language = (typeof LANGUAGES)[number];
const FILES: Record<Language, () => Promise<{ default: string | Record<string, string> }>> = {
  'en-GB': () => import('../../lang/en-GB.js'),
  cy: () => import('../../lang/cy.js'),
  de: () => import('../../lang/de.js'),
  es: () => import('../../lang/es.js'),
  fr: () => import('../../lang/fr.js'),
  it: () => import('../../lang/it.js'),
  nl: () => import('../../lang/nl.js'),
  pl: () => import('../../lang/pl.js'),
};

const RIGHT_TO_LEFT = /Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa/;

async function load(name: string): Promise<Record<string, string>> {
  try {
    const { default: messages } = await imported(FILES[name as Language]);
    return typeof messages === 'string' ? JSON.parse(messages) : messages;
  } catch (error) {
    report('language', { name, error });
    throw error;
  }
}

/** A language and its messages; the fallback's where its file cannot be loaded. */
async function messagesOf(name: string): Promise<[name: string, messages: Record<string, string>]> {
  // A language of the page's own may rely on the file of a related one.
  const base = matching(name, LANGUAGES) ?? FALLBACK;
  if (base !== FALLBACK) {
    try {
      return [name, await load(base)];
    } catch {
      if (name in FILES) name = FALLBACK;
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
  const found = matching(tag, [...own, ...LANGUAGES]);
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
