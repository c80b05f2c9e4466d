// The bundle of the command line, which starts in a third of the time of its single modules.
import { readFileSync, statSync } from 'node:fs';

/** Written by scripts/bundle.mjs after the bundle, so nothing it names is missing. */
export const RECORD = new URL('../dist/bundle/bundle.json', import.meta.url);

/**
 * URL of the main module of the bundle; undefined where there is none, or what it was made of is newer.
 *
 * @param {URL} record
 * @returns {string | undefined}
 */
export function freshBundle(record = RECORD) {
  try {
    const { main, builtFrom } = JSON.parse(readFileSync(record, 'utf8'));
    const bundled = statSync(record).mtimeMs;
    const isOld = builtFrom.some((path) => {
      // An installed package holds no records of its build.
      const source = statSync(new URL(path, record), { throwIfNoEntry: false });
      return source !== undefined && source.mtimeMs > bundled;
    });
    return isOld ? undefined : new URL(main, record).href;
  } catch {
    return undefined;
  }
}
