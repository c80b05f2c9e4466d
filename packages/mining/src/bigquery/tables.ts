import { hoursOf } from '../archive/hours.ts';

/**
 * Returns the tables of the archive that cover a range, the largest first. A table of a year costs
 * as much as its days, but needs one name instead of 366. The current year has no table yet.
 */
export function archiveTables(
  from: string,
  to: string = from,
  now: number = Date.now(),
): readonly string[] {
  const days = [
    ...new Set(hoursOf(from, to, now).map((hour) => hour.split('-').slice(0, 3).join(''))),
  ];
  const thisYear = new Date(now).toISOString().slice(0, 4);
  const thisMonth = new Date(now).toISOString().slice(0, 7).replace('-', '');
  const years = whole(days, 4, (year) => year < thisYear);
  const rest = days.filter((day) => !years.includes(day.slice(0, 4)));
  const months = whole(rest, 6, (month) => month < thisMonth);
  const single = rest.filter((day) => !months.includes(day.slice(0, 6)));
  return [
    ...years.map((year) => `githubarchive.year.${year}`),
    ...months.map((month) => `githubarchive.month.${month}`),
    ...single.map((day) => `githubarchive.day.${day}`),
  ];
}

/** Returns the prefixes for which all days are included. */
function whole(
  days: readonly string[],
  length: 4 | 6,
  isBuilt: (prefix: string) => boolean,
): readonly string[] {
  const prefixes = [...new Set(days.map((day) => day.slice(0, length)))];
  return prefixes.filter((prefix) => {
    const has = days.filter((day) => day.startsWith(prefix)).length;
    return isBuilt(prefix) && has === daysIn(prefix);
  });
}

/** Counts the days of `2024` or `202402`. */
function daysIn(prefix: string): number {
  const year = Number(prefix.slice(0, 4));
  const month = prefix.length === 4 ? undefined : Number(prefix.slice(4));
  const start = Date.UTC(year, month === undefined ? 0 : month - 1);
  const end = month === undefined ? Date.UTC(year + 1, 0) : Date.UTC(year, month);
  return (end - start) / 86_400_000;
}
