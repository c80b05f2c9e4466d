/**
 * Registers the parsers that are not built into ast-grep, once in a process, before anything is parsed.
 * @param languages names as ast-grep knows them; all of them by default
 */
export function registerParsers(languages?: readonly string[]): void;
