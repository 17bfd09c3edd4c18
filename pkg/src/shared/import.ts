// Imports of the package's own files, which may be tried again. They may be gone for good: once a
// server has a newer release, it may not have the files of the one that a page was loaded with.

import type { Locale } from './locale.js';
import { VERSION, shared } from './page.js';

export interface Release {
  /** Whether its files are. */
  isGone: boolean;
  changed: () => void;
  /** Finds out whether they are, by one of them; once that is loaded (`reload.ts`), as the next. */
  look?: (address: string | undefined) => Promise<void>;
  /** Asks the reader to load the page again, or no more. */
  ask?: (shell: HTMLElement, locale: Partial<Locale> | undefined, isWanted: boolean) => void;
  /** One of its files, for engines whose errors do not name a module. */
  file?: () => URL;
}

/** One for all files of the release, each of which has a copy of this module in it. */
export const release: Release = shared(`release ${VERSION}`, () => ({ isGone: false, changed() {} }));

/**
 * The result of an import. Engines remember a module that could not be loaded, so it is
 * tried once more under another address: that in the engine's message, if it names one.
 */
export async function imported<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
    try {
      if (!address) throw error;
      return await import(/* webpackIgnore: true */ /* @vite-ignore */ `${address}?${Date.now()}`);
    } catch {
      throw error;
    } finally {
      // A network that fails says nothing.
      await release.look?.(address).catch(() => {});
    }
  }
}
