/** Returns the day of a date in UTC, e.g. `2019-05-28`. Days compare like texts. */
export function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
