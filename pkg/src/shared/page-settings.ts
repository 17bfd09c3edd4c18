// The settings of the page as the elements read them. Scripts and markup set them by config.ts.

import type { CardSettings, Token } from './settings.js';
import { VERSION, gateway, shared } from './page.js';

/** Settings as they are stored: messages are JSON. */
export type StoredSettings = {
  [Name in keyof CardSettings]: Name extends 'messages' ? string : Exclude<CardSettings[Name], null>;
};

/** An element with defaults for all cards of the page. */
export interface ConfigElement {
  /** A setting, of the type of that; undefined where this element has none. */
  settingOf(name: keyof StoredSettings): any;
  /** The token, and the address that it is for. */
  connection(): { token: Token | undefined; baseUrl: string | undefined };
}

/**
 * What the copies of this package share on a page. The token is out of the DOM, but other scripts of
 * the page can read it here, as they can read every request.
 */
export interface Page {
  /** Of the copy that was first. */
  version: string;
  /** The settings that `configure()` was given. */
  given: StoredSettings;
  /** The <product-pool-config> elements of the page, oldest first. */
  elements: Set<ConfigElement>;
  /** Called when a setting has changed. */
  followers: Set<() => void>;
}
export const page: Page = shared('settings 1', () => ({
  version: VERSION,
  given: {},
  elements: new Set(),
  followers: new Set(),
}));
const { given, elements, followers } = page;

/** Calls `follower` whenever the settings of the page change. */
export function follow(follower: () => void): void {
  followers.add(follower);
}

/** A setting of the page has changed. */
export const changed = (): void => {
  for (const follower of followers) follower();
};

/**
 * One setting of the page; scripts take precedence over markup, and both over the gateway whose script
 * it is.
 */
export function setting<Name extends keyof StoredSettings>(name: Name): StoredSettings[Name] {
  if (given[name] !== undefined) return given[name];
  for (const element of elements) {
    const value = element.settingOf(name);
    if (value !== undefined) return value;
  }
  return name === 'baseUrl' ? (gateway() as StoredSettings[Name]) : undefined;
}
