const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/i;
/** Date format of CSV exports of Jira: `03/May/12 10:15 AM`. */
const JIRA_CSV = /^(\d{1,2})\/([a-z]{3})\/(\d{2}|\d{4}) (\d{1,2}):(\d\d)(?: (AM|PM))?$/i;

/**
 * Parses a time and returns it as ISO 8601 in UTC. Undefined for an invalid time. A time without an
 * offset is assumed to be UTC.
 */
export function parseTime(text: string): string | undefined {
  const trimmed = text.trim();
  const time = isoTime(trimmed) ?? jiraCsvTime(trimmed);
  return time === undefined || Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function isoTime(text: string): number | undefined {
  const match = ISO.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const local = Date.UTC(
    ...([Number(year), Number(month) - 1, Number(day)] as const),
    ...([Number(hour), Number(minute), Number(second)] as const),
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  );
  return local - offsetMinutes(zone) * 60_000;
}

function offsetMinutes(zone: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone ?? '') ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function jiraCsvTime(text: string): number | undefined {
  const [, day, name = '', year = '', hour, minute, half] = JIRA_CSV.exec(text) ?? [];
  const month = MONTHS.indexOf(name.toLowerCase());
  if (day === undefined || month < 0) return undefined;
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  return Date.UTC(fullYear, month, Number(day), hours, Number(minute));
}
