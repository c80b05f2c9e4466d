// The bundled command line starts in a third of the time that the separate modules need.
import { readFileSync, statSync } from 'node:fs';

/** scripts/bundle.mjs writes this file after the bundle, so every file that it names exists. */
export const RECORD = new URL('../dist/bundle/bundle.json', import.meta.url);

/**
 * Returns the URL of the bundle's main module, or undefined if there is no bundle or its sources are
 * newer.
 *
 * @param {URL} record
 * @returns {string | undefined}
 */
export function freshBundle(record = RECORD) {
  try {
    const { main, builtFrom } = JSON.parse(readFileSync(record, 'utf8'));
    const bundled = statSync(record).mtimeMs;
    const isOld = builtFrom.some((path) => {
      // An installed package does not contain the sources of its build.
      const source = statSync(new URL(path, record), { throwIfNoEntry: false });
      return source !== undefined && source.mtimeMs > bundled;
    });
    return isOld ? undefined : new URL(main, record).href;
  } catch {
    return undefined;
  }
}
