import type { CommandRow } from './command-table.ts';

/** The commands as data. scripts/bundle.mjs replaces this module, so only the bundle has the table. */
export const BUILT_TABLE: readonly CommandRow[] | undefined = undefined;
