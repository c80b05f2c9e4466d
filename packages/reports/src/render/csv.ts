export type Field = string | number | boolean | null | undefined;

/**
 * Flat records as CSV (RFC 4180), with the columns of the first in its order; null is an empty field. A
 * text that a spreadsheet would run as a formula gets a leading apostrophe.
 */
export function renderCsv(records: readonly Readonly<Record<string, Field>>[]): string {
  const columns = Object.keys(records[0] ?? {});
  const lines = records.map((record) => columns.map((column) => field(record[column])).join(','));
  return [columns.map(field).join(','), ...lines, ''].join('\r\n');
}

function field(value: Field): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
