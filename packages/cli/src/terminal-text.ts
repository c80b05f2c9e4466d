/**
 * Text that may come from an agent or a test, made safe for a terminal: no escape sequences, no
 * carriage returns, no control or direction-changing characters, one line.
 */
export function terminalText(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
}

/**
 * Formats rows as a table with padded columns. The first row is the header. Numbers are aligned right.
 */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return /^[\d./-]+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
