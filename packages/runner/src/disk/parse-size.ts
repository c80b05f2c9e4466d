const UNITS: Readonly<Record<string, number>> = { K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };

/**
 * Parses `60G`, `1.5T` or `800M` as bytes, in powers of 1024. Returns undefined for any other text.
 */
export function parseSize(text: string): number | undefined {
  const match = /^(\d+(?:\.\d+)?)([KMGT])(?:i?B)?$/i.exec(text.trim());
  const unit = UNITS[match?.[2]?.toUpperCase() ?? ''];
  if (match === null || unit === undefined) return undefined;
  const bytes = Math.floor(Number(match[1]) * unit);
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** Formats a size for people: `1.5 GB`, `40 MB` or `1.1 MB`. */
export function formatSize(bytes: number): string {
  // Megabytes are rounded up, so that 999.1 MB are 1 GB.
  return bytes > 999e6
    ? `${(bytes / 1e9).toFixed(1)} GB`
    : `${bytes > 9.9e6 ? Math.ceil(bytes / 1e6) : (bytes / 1e6).toFixed(1)} MB`;
}
