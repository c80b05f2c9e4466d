export type Field = string | number | boolean | null | undefined;

/**
 * Flat records as CSV (RFC 4180), with the columns of the first in its order; null is an empty field. A
 * text that a spreadsheet would run as a formula gets a leading apostrophe.
 */
export function renderCsv(records: Iterable<Readonly<Record<string, Field>>>): string {
  const text = [...csvLines(records)].join('');
  return text === '' ? '\r\n' : text;
}

/** The same line by line, for more records than fit into one text; nothing of no record. */
export function* csvLines(records: Iterable<Readonly<Record<string, Field>>>): Generator<string> {
  let columns: readonly string[] | undefined;
  for (const record of records) {
    if (columns === undefined) {
      columns = Object.keys(record);
      yield `${columns.map(field).join(',')}\r\n`;
    }
    yield `${columns.map((column) => field(record[column])).join(',')}\r\n`;
  }
}

function field(value: Field): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
