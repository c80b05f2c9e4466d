/**
 * Returns how long a server asks to wait before the next request, in milliseconds. Returns undefined
 * if it does not say, or says it in another form.
 * @param value - The header `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3).
 * @param now - The present, in milliseconds since 1970.
 */
export function retryAfterMs(value: string | null | undefined, now: number): number | undefined {
  if (value === null || value === undefined || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return seconds < 0 ? undefined : seconds * 1_000;
  // Date.parse would take other words with a number for a year.
  const date = /^[a-z]{3},? /i.test(value.trim()) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
