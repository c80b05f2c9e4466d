import { RefbenchError } from '@refbench/contracts';

const HOUR_MS = 3_600_000;
/** The archive's first hour. */
const BEGINNING = Date.UTC(2011, 1, 12);

/** An hour as the archive names it: `2024-01-31-5`, in UTC, the hour without a leading zero. */
export type HourName = string;

function hourName(time: number): HourName {
  const date = new Date(time);
  return `${date.toISOString().slice(0, 10)}-${date.getUTCHours()}`;
}

/**
 * All hours of `2024`, `2024-03`, `2024-03-09` or `2024-03-09-7`; with `to`, from the beginning of the
 * one to the end of the other. Hours before the archive began and after `now` are left out.
 * @throws RefbenchError kind `usage`
 */
export function hoursOf(from: string, to: string = from, now: number = Date.now()): HourName[] {
  const [start, end] = [Math.max(period(from).start, BEGINNING), Math.min(period(to).end, now)];
  const names: HourName[] = [];
  for (let time = start; time < end; time += HOUR_MS) names.push(hourName(time));
  if (names.length > 0) return names;
  throw new RefbenchError({
    kind: 'usage',
    message: `no hour lies between ${from} and ${to}`,
    hint: 'give --from and --to as 2024, 2024-03, 2024-03-09 or 2024-03-09-7, in this order',
  });
}

/** The hour of an archive's file, whatever folder it lies in; undefined for other files. */
export function hourOfFile(file: string): HourName | undefined {
  const found = /(?:^|\/)(\d{4}-\d{2}-\d{2})-(\d{1,2})\.json\.gz$/.exec(file);
  const [, day = '', hour = ''] = found ?? [];
  return found === null || Number(hour) > 23 ? undefined : `${day}-${Number(hour)}`;
}

/**
 * `{hour}` is 2024-01-31-5; `{yyyy}`, `{mm}`, `{dd}`, `{h}` are its parts.
 * @throws RefbenchError kind `usage` where the template has one address for several hours, or none
 */
export function fillTemplate(template: string, hour: HourName): string {
  const isWhole = ['{yyyy}', '{mm}', '{dd}', '{h}'].every((part) => template.includes(part));
  if (!/^https?:\/\/[^/]/.test(template) || (!isWhole && !template.includes('{hour}'))) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${template} is no address of an hour`,
      hint: 'give http(s)://…, with {hour}, or with {yyyy}, {mm}, {dd} and {h}',
    });
  }
  const [yyyy = '', mm = '', dd = '', h = ''] = hour.split('-');
  const parts: Readonly<Record<string, string>> = { hour, yyyy, mm, dd, h };
  return template.replaceAll(/\{(hour|yyyy|mm|dd|h)\}/g, (_all, name: string) => parts[name] ?? '');
}

function period(text: string): { readonly start: number; readonly end: number } {
  const found = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:-(\d{1,2}))?)?)?$/.exec(text);
  if (found === null) return { start: 0, end: 0 };
  const [year = 0, month, day, hour] = found
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  if (month === undefined) return { start: Date.UTC(year, 0), end: Date.UTC(year + 1, 0) };
  if (month < 1 || month > 12) return { start: 0, end: 0 };
  if (day === undefined) return { start: Date.UTC(year, month - 1), end: Date.UTC(year, month) };
  if (hour !== undefined && hour > 23) return { start: 0, end: 0 };
  const start = Date.UTC(year, month - 1, day, hour ?? 0);
  // Date.UTC would take the 30th of February for a day of March.
  if (new Date(start).getUTCDate() !== day) return { start: 0, end: 0 };
  return { start, end: start + HOUR_MS * (hour === undefined ? 24 : 1) };
}
