const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;
/** Date format of CSV exports of Jira: `03/May/12 10:15 AM`. */
const JIRA_CSV = /^(\d{1,2})\/([a-z]{3})\/(\d{2}|\d{4}) (\d{1,2}):(\d\d)(?: (AM|PM))?$/i;

/**
 * Parses a time and returns it as ISO 8601 in UTC. Undefined for an invalid time, and for one that does
 * not exist, such as 30 February or 25:00. A time without an offset is assumed to be UTC.
 */
export function parseTime(text: string): string | undefined {
  const trimmed = text.trim();
  const time = isoTime(trimmed) ?? jiraCsvTime(trimmed);
  return time === undefined ? undefined : new Date(time).toISOString();
}

function isoTime(text: string): number | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const local = existingTime(
    ...([Number(year), Number(month) - 1, Number(day)] as const),
    ...([Number(hour), Number(minute), Number(second)] as const),
  );
  const offset = offsetMinutes(zone);
  if (local === undefined || offset === undefined) return undefined;
  return local + Number(fraction.padEnd(3, '0').slice(0, 3)) - offset * 60_000;
}

/** `Date.UTC` moves a day or an hour that does not exist to another day. */
function existingTime(
  ...fields: readonly [number, number, number, number, number, number]
): number | undefined {
  const time = Date.UTC(...fields);
  if (Number.isNaN(time)) return undefined;
  const [year, month, ...rest] = new Date(time)
    .toISOString()
    .split(/[-T:.Z]/)
    .map(Number);
  const found = [year, (month ?? 0) - 1, ...rest];
  return fields.every((field, at) => field === found[at]) ? time : undefined;
}

function offsetMinutes(zone: string | undefined): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? [];
  if (sign === undefined) return 0;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function jiraCsvTime(text: string): number | undefined {
  const [, day, name = '', year = '', hour, minute, half] = JIRA_CSV.exec(text) ?? [];
  if (day === undefined) return undefined;
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  const hours = half === undefined ? Number(hour) : hourOfHalf(Number(hour), half);
  const month = MONTHS.indexOf(name.toLowerCase());
  return existingTime(fullYear, month, Number(day), hours, Number(minute), 0);
}

/** NaN for an hour that a clock of twelve hours does not show. */
function hourOfHalf(hour: number, half: string): number {
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (/p/i.test(half) ? 12 : 0);
}
