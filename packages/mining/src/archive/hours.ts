import { RefbenchError } from '@refbench/contracts';

const HOUR_MS = 3_600_000;
/** The first hour of the archive. */
const FIRST_HOUR = Date.UTC(2011, 1, 12);

/** An hour in the archive's notation, in UTC and without a leading zero: `2024-01-31-5`. */
export type HourName = string;

function hourName(time: number): HourName {
  const date = new Date(time);
  return `${date.toISOString().slice(0, 10)}-${date.getUTCHours()}`;
}

/**
 * Returns all hours of `2024`, `2024-03`, `2024-03-09` or `2024-03-09-7`. With `to`, returns the
 * hours from the beginning of `from` to the end of `to`. Hours before the archive began and after
 * `now` are omitted.
 * @throws RefbenchError kind `usage`
 */
export function hoursOf(from: string, to: string = from, now: number = Date.now()): HourName[] {
  const [start, end] = [Math.max(period(from).start, FIRST_HOUR), Math.min(period(to).end, now)];
  const names: HourName[] = [];
  for (let time = start; time < end; time += HOUR_MS) names.push(hourName(time));
  if (names.length > 0) return names;
  throw new RefbenchError({
    kind: 'usage',
    message: `there are no archive hours between ${from} and ${to}`,
    hint: 'the archive begins on 2011-02-12; --from must not be later than --to, nor in the future',
  });
}

/** Returns the hour of an archive file in any folder. Undefined for other files. */
export function hourOfFile(file: string): HourName | undefined {
  const found = /(?:^|\/)(\d{4}-\d{2}-\d{2})-(\d{1,2})\.json\.gz$/.exec(file);
  const [, day = '', hour = ''] = found ?? [];
  return found === null || Number(hour) > 23 ? undefined : `${day}-${Number(hour)}`;
}

/**
 * Fills a URL template. `{hour}` becomes 2024-01-31-5; `{yyyy}`, `{mm}`, `{dd}` and `{h}` are its
 * parts.
 * @throws RefbenchError kind `usage` if the template does not identify a single hour
 */
export function fillTemplate(template: string, hour: HourName): string {
  const isWhole = ['{yyyy}', '{mm}', '{dd}', '{h}'].every((part) => template.includes(part));
  if (!/^https?:\/\/[^/]/.test(template) || (!isWhole && !template.includes('{hour}'))) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${template} is not a valid URL template for hours`,
      hint: 'specify http(s)://…, with {hour}, or with {yyyy}, {mm}, {dd} and {h}',
    });
  }
  const [yyyy = '', mm = '', dd = '', h = ''] = hour.split('-');
  const parts: Readonly<Record<string, string>> = { hour, yyyy, mm, dd, h };
  return template.replaceAll(/\{(hour|yyyy|mm|dd|h)\}/g, (_all, name: string) => parts[name] ?? '');
}

function period(text: string): { readonly start: number; readonly end: number } {
  const found = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:-(\d{1,2}))?)?)?$/.exec(text);
  if (found === null) throw noTime(text);
  const [year = 0, month, day, hour] = found
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  if (month === undefined) return { start: Date.UTC(year, 0), end: Date.UTC(year + 1, 0) };
  if (month < 1 || month > 12) throw noTime(text);
  if (day === undefined) return { start: Date.UTC(year, month - 1), end: Date.UTC(year, month) };
  if (hour !== undefined && hour > 23) throw noTime(text);
  const start = Date.UTC(year, month - 1, day, hour ?? 0);
  // Date.UTC turns February 30 into a day of March.
  if (new Date(start).getUTCDate() !== day) throw noTime(text);
  return { start, end: start + HOUR_MS * (hour === undefined ? 24 : 1) };
}

function noTime(text: string): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `"${text}" is not a year, month, day or hour`,
    hint: 'specify --from and --to as 2024, 2024-03, 2024-03-09 or 2024-03-09-7',
  });
}
