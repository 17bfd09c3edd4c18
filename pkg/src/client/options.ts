// Checks of what callers pass: the names and values of options.

import type * as api from './types.js';
import type { PoolClient } from './client.js';
import { unknownName } from '../diagnostics/nearest.js';
import { invalid } from '../shared/error.js';
import { isToken } from '../shared/token.js';

const CALL: Record<keyof api.CallOptions, true> = {
  signal: true,
  timeoutMs: true,
  totalTimeoutMs: true,
  maxRetries: true,
  validate: true,
};

export const CALL_NAMES: string[] = Object.keys(CALL);

export const PLAIN_NAMES: string[] = CALL_NAMES.filter((name) => name !== 'validate');

export type Rule = [isValid: (value: unknown) => boolean, what?: string];

const isFunction = (value: unknown) => typeof value === 'function';

const whole = (least: number): Rule => [
  (value) => Number.isSafeInteger(value) && Number(value) >= least,
  `a whole number from ${least}`,
];

const ANY: Rule = [() => true];

const FUNCTION: Rule = [isFunction, 'a function'];

const TIME: Rule = [(value) => typeof value === 'number' && value > 0, 'a number of milliseconds above 0'];

const CLIENT: Record<keyof api.PoolClientOptions, Rule> = {
  // The base URL has more rules than one.
  baseUrl: ANY,
  // The token itself is not repeated.
  token: [
    (value) => isFunction(value) || isToken(value),
    'a function, or visible ASCII characters without a space: Bearer is added',
  ],
  fetch: FUNCTION,
  timeoutMs: TIME,
  totalTimeoutMs: TIME,
  maxRetries: whole(0),
  concurrency: whole(1),
  validate: [(value) => /^(off|report|strict)$/.test(String(value)), 'one of off, report, strict'],
  onRequest: FUNCTION,
  onResponse: FUNCTION,
  logger: [(value) => typeof value === 'object', 'an object like console'],
  dangerouslyAllowBrowser: ANY,
};

/** Refuses options that do not exist, which would be ignored in silence. */
export function refuseUnknown(options: object, names: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw invalid(unknownName('option', name, names));
  }
}

export function members<T extends object>(options: T | null | undefined, names: readonly string[]): Partial<T> {
  if (typeof (options ?? {}) !== 'object') throw invalid('the options must be an object');
  refuseUnknown(options ?? {}, names);
  return options ?? {};
}

/** The options of a client, checked as far as is possible without the WebAssembly, which checks them in full. */
export function clientOptions(options: api.PoolClientOptions): Readonly<api.PoolClientOptions & { baseUrl: string }> {
  if (typeof options !== 'object' || options === null) {
    throw invalid('PoolClient needs options: { baseUrl, token }');
  }
  refuseUnknown(options, Object.keys(CLIENT));
  const { baseUrl: address } = options;
  const baseUrl = address instanceof URL ? address.href : address;
  if (typeof baseUrl !== 'string') {
    throw invalid('the option baseUrl must be a string or a URL');
  }
  if (!/^(https?:\/\/|\/(?!\/)|$)/i.test(baseUrl.trim())) {
    throw invalid('the base URL must begin with http://, https:// or /');
  }
  try {
    // It fails for a port that is too large, for example.
    new URL(baseUrl, 'http://a');
  } catch {
    throw invalid('the base URL is not a valid URL');
  }
  if (!/^http/i.test(baseUrl.trim()) && globalThis.location === undefined) {
    throw invalid('a relative base URL works only in a page');
  }
  for (const [name, [isValid, what]] of Object.entries(CLIENT)) {
    const value = options[name as keyof api.PoolClientOptions];
    if (value != null && !isValid(value)) throw invalid(`the option ${name} must be ${what}`);
  }
  return Object.freeze({ ...options, baseUrl });
}

/**
 * The names and values of a query: of an object, or of an iterable of pairs such as
 * URLSearchParams or a map. Values that are undefined or null are left out.
 */
export function queryPairs(query: Parameters<PoolClient['get']>[1]): string[][] {
  if (typeof (query ?? {}) !== 'object') {
    throw invalid('the query must be an object');
  }
  const pairs = query && Symbol.iterator in query ? [...query] : Object.entries(query ?? {});
  return pairs
    .filter((pair) => pair?.[1] != null)
    .map(([name, value]) => {
      if (!['string', 'number', 'boolean', 'bigint'].includes(typeof value)) {
        throw invalid(`the value of ${String(name)} in the query must be a string, number or boolean`);
      }
      return [String(name), String(value)];
    });
}

const COMPARISONS = ['eq', 'gt', 'lt'];

/** A time as the service's filters have it. Strings are checked by the WebAssembly. */
function timeText(option: string, time: unknown) {
  // Null for an invalid date.
  const text = time instanceof Date ? time.toJSON() : time;
  if (typeof text !== 'string') throw invalid(`the option ${option} must be a string or a valid Date`);
  return text;
}

/**
 * A filter by time: `gt:2024-10-12`. A time alone is compared for equality, as the
 * values of all other filters are.
 *
 * @param filter - An `api.TimeFilter`, unless the caller is wrong.
 */
function comparison(option: string, filter: NonNullable<unknown>) {
  if (typeof filter === 'object' && !(filter instanceof Date)) {
    refuseUnknown(filter, COMPARISONS);
    const given = Object.entries(filter).filter(([, time]) => time != null);
    if (given.length !== 1) {
      throw invalid(`the option ${option} must have one time alone: eq, gt or lt`);
    }
    const [[name, time]] = given;
    return `${name}:${timeText(option, time)}`;
  }
  return timeText(option, filter).replace(/^(?=\d)/, 'eq:');
}

/**
 * The options of a list with their filters as options of their own, as the WebAssembly and the table
 * of operations name them: `filter.changedAt`. Anything else than an object is passed on, to be refused.
 */
export function withFilters<Options extends api.CallOptions>(
  options: (Options & { filter?: object | null }) | null | undefined,
): Options | null | undefined {
  if (typeof options !== 'object' || options === null) return options;
  const { filter, ...rest } = options;
  if (typeof (filter ?? {}) !== 'object') throw invalid('the option filter must be an object');
  const filters = Object.entries(filter ?? {}).map(([name, value]) => {
    const option = `filter.${name}`;
    if (Array.isArray(value)) return [option, String(value)];
    return [option, value != null && name.endsWith('At') ? comparison(option, value) : value];
  });
  return { ...rest, ...Object.fromEntries(filters) } as Options;
}
