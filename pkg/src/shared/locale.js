// The words of a language, and what Intl knows about writing in it.

/** The languages that there are words for; spelt out so that bundlers see the files. */
const FILES = {
  'en-GB': () => import('../../dist/lang/en-GB.js'),
  cy: () => import('../../dist/lang/cy.js'),
  de: () => import('../../dist/lang/de.js'),
  es: () => import('../../dist/lang/es.js'),
  fr: () => import('../../dist/lang/fr.js'),
  it: () => import('../../dist/lang/it.js'),
  nl: () => import('../../dist/lang/nl.js'),
  pl: () => import('../../dist/lang/pl.js'),
};

const FALLBACK = 'en-GB';

/** Languages written from right to left, for engines that cannot be asked. */
const RIGHT_TO_LEFT = /^(ar|arc|ckb|dv|fa|he|ks|nqo|ps|sd|syr|ug|ur|yi)(-|$)|-(adlm|arab|hebr|nkoo|syrc|thaa)(-|$)/i;

/** The language of the nearest ancestor that states one, across shadow roots. */
export function languageOf(element) {
  for (let node = element; node; node = node.getRootNode().host) {
    const found = node.closest('[lang]');
    if (found) return found.getAttribute('lang') || undefined;
  }
  return undefined;
}

/** The one of `names` that serves a language: itself, a wider one, or another of its family. */
export function matching(tag, names) {
  const parts = (tag ?? '').trim().toLowerCase().split('-');
  const [family] = parts;
  for (; parts.length > 0; parts.pop()) {
    const wanted = parts.join('-');
    const found = names.find((name) => name.toLowerCase() === wanted);
    if (found) return found;
  }
  return names.find((name) => name.toLowerCase().split('-')[0] === family);
}

async function file(name) {
  const { default: words } = await FILES[name]();
  return typeof words === 'string' ? JSON.parse(words) : words;
}

/** A language and its words; the fallback where its file does not come. */
async function wordsOf(name) {
  // One that the page brings itself may leave words to a related file.
  const base = matching(name, Object.keys(FILES)) ?? FALLBACK;
  if (base !== FALLBACK) {
    try {
      return [name, await file(base)];
    } catch (error) {
      console.error(`product-pool: the words of the language ${base} could not be loaded.`, error);
      if (FILES[name]) return [FALLBACK, await file(FALLBACK)];
    }
  }
  return [name, await file(FALLBACK)];
}

function directionOf(tag) {
  try {
    const locale = new Intl.Locale(tag);
    // @ts-expect-error TS2339: engines had a property before the standard had a method.
    const { direction } = locale.getTextInfo?.() ?? locale.textInfo;
    return direction;
  } catch {
    return RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr';
  }
}

/**
 * The tag by which Intl writes numbers and dates: `tag` if it is of the language
 * that is used and known to Intl, which engines are not of every language.
 */
function forIntl(tag, used) {
  const sameFamily = tag?.toLowerCase().split('-')[0] === used.toLowerCase().split('-')[0];
  for (const one of sameFamily ? [tag, used] : [used]) {
    try {
      const [known] = Intl.DateTimeFormat.supportedLocalesOf(one);
      if (known) return known;
    } catch {
      // No tag of a language, whatever the page meant by it.
    }
  }
  return undefined;
}

/** Writes a time of the service as a date: `2024-07-02 14:25:26`, whose zone nobody knows. */
function dates(tag) {
  let format;
  return (text) => {
    const match = /^\s*(\d{4})-(\d\d)-(\d\d)/.exec(text);
    const [year, month, day] = (match ?? []).slice(1).map(Number);
    const date = new Date(Date.UTC(year, month - 1, day));
    // Of a year below 100 JavaScript makes one of the 20th century.
    if (!match || date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1) return text;
    // In a language that Intl does not know, figures are better than English months.
    format ??= new Intl.DateTimeFormat(tag ?? FALLBACK, { dateStyle: tag ? 'long' : 'short', timeZone: 'UTC' });
    return format.format(date);
  };
}

/** Writes a moment, `2026-01-31T12:00:00Z`, by the reader's own clock. */
function moments(tag) {
  return (text) => {
    const date = new Date(text);
    if (Number.isNaN(date.getTime())) return text;
    return new Intl.DateTimeFormat(tag ?? FALLBACK, { dateStyle: tag ? 'long' : 'short', timeStyle: 'short' }).format(date);
  };
}

/** What replaces words: by key, or by language and then by key. */
function split(replaced) {
  const plain = {};
  const languages = {};
  for (const [key, value] of Object.entries(replaced)) {
    if (typeof value === 'string') plain[key] = value;
    else if (typeof value === 'object' && value) languages[key] = value;
  }
  return { plain, languages };
}

async function make(tag, texts) {
  const replaced = texts.filter(Boolean).map((text) => split(JSON.parse(text)));
  const own = replaced.flatMap(({ languages }) => Object.keys(languages));
  // A page may bring a language that there is no file for.
  const [used, words] = await wordsOf(matching(tag, [...own, ...Object.keys(FILES)]) ?? FALLBACK);
  const layers = replaced.flatMap(({ plain, languages }) => [plain, languages[matching(used, Object.keys(languages))]]);
  const locale = forIntl(tag, used);
  const parts = new Intl.NumberFormat(locale ?? FALLBACK).formatToParts(1.5);
  return {
    messages: JSON.stringify(Object.assign({}, words, ...layers)),
    lang: used,
    dir: directionOf(used),
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    date: dates(locale),
    moment: moments(locale),
  };
}

/** What was made already; a page has few languages and replaces few words. */
const made = new Map();

/**
 * What a view needs of a language: its words, with those that the page replaces
 * (texts of JSON objects; the later go before), and how it writes numbers and dates.
 */
export function localeFor(tag, texts = []) {
  const key = JSON.stringify([tag, ...texts]);
  let locale = made.get(key);
  if (!locale) {
    locale = make(tag, texts);
    made.set(key, locale);
    // Tried again with the next card that asks.
    locale.catch(() => made.delete(key));
  }
  return locale;
}
