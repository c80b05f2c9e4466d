import type { Row } from './read-rows.ts';

/** The text of a row's first column among these that holds any; numbers and truth values as they are written. */
export function cellText(row: Row, ...columns: readonly string[]): string {
  for (const column of columns) {
    const value = row[column];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  }
  return '';
}
