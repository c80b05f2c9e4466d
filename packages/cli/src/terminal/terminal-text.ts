import { paint } from './colour.ts';

/**
 * Text that may come from an agent or a test, made safe for a terminal: no escape sequences, no
 * carriage returns, no control or direction-changing characters, one line.
 */
export function terminalText(text: string): string {
  return text
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ')
    .trim();
}

/** Like `terminalText` for text of several lines, such as source code. Keeps the indentation. */
export function terminalLines(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const spaced = line.replaceAll('\t', '    ');
      const indent = /^ */.exec(spaced)?.[0] ?? '';
      return indent + terminalText(spaced);
    })
    .join('\n');
}

/**
 * Formats rows as a table with padded columns. The first row is the header, which is highlighted if
 * `stream` is a terminal. Numbers are aligned right.
 */
export function textTable(
  rows: readonly (readonly string[])[],
  stream: NodeJS.WriteStream = process.stdout,
): string {
  const [head = '', ...lines] = plainTable(rows).split('\n');
  return [paint('heading', head, stream), ...lines].join('\n');
}

/** Like `textTable`, for text that is cut to the width of a terminal. */
export function plainTable(rows: readonly (readonly string[])[]): string {
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
