export type CsvField = string | number | boolean | null | undefined;

type CsvRecord = Readonly<Record<string, CsvField>>;

/**
 * Renders flat records as CSV (RFC 4180). The first record defines the columns and their order, unless they
 * are given. Null is an empty field. Text that a spreadsheet would evaluate as a formula gets a leading
 * apostrophe.
 */
export function renderCsv(records: Iterable<CsvRecord>, columns?: readonly string[]): string {
  const text = [...csvLines(records, columns)].join('');
  return text === '' ? '\r\n' : text;
}

/**
 * Renders CSV line by line, for data that exceeds the string limit. Yields nothing without records and
 * columns.
 */
export function* csvLines(
  records: Iterable<CsvRecord>,
  columns?: readonly string[],
): Generator<string> {
  let names = columns;
  if (names !== undefined) yield lineOf(names);
  for (const record of records) {
    if (names === undefined) {
      names = Object.keys(record);
      yield lineOf(names);
    }
    yield lineOf(names.map((name) => record[name]));
  }
}

function lineOf(fields: readonly CsvField[]): string {
  return `${fields.map(textOf).join(',')}\r\n`;
}

function textOf(value: CsvField): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
