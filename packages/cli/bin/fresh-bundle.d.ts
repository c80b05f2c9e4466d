/** Where the record of the bundle lies. */
export const RECORD: URL;

/** URL of the main module of the bundle; undefined where there is none, or what it was made of is newer. */
export function freshBundle(record?: URL): string | undefined;
