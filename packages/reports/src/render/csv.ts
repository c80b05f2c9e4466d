export type Field = string | number | boolean | null | undefined;

/**
 * Renders flat records as CSV (RFC 4180). The first record defines the columns and their order. Null is
 * an empty field. Text that a spreadsheet would evaluate as a formula gets a leading apostrophe.
 */
export function renderCsv(records: Iterable<Readonly<Record<string, Field>>>): string {
  const text = [...csvLines(records)].join('');
  return text === '' ? '\r\n' : text;
}

/** Renders CSV line by line, for data that exceeds the string limit. Yields nothing without records. */
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
