/** Location of the bundle's build record. */
export const RECORD: URL;

/**
 * Returns the URL of the bundle's main module, or undefined if there is no bundle or its sources are
 * newer.
 */
export function freshBundle(record?: URL): string | undefined;
