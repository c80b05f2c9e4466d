import type { Row } from './read-rows.ts';

/**
 * Returns the text of the first of these columns that is not empty. Numbers and booleans are
 * converted to text.
 */
export function cellText(row: Row, ...columns: readonly string[]): string {
  for (const column of columns) {
    const value = row[column];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  }
  return '';
}
