/** Converts a 1-based byte column of a 1-based line to a 1-based column in UTF-16 code units. */
export type ColumnMap = (line: number, byteColumn: number) => number;

const NEWLINE = 0x0a;

/**
 * Creates the conversion for a file, because OpenGrep counts bytes and RefBench counts UTF-16 code
 * units.
 */
export function utf16Columns(bytes: Buffer): ColumnMap {
  const starts = [0];
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) {
    starts.push(at + 1);
  }
  return (line, byteColumn) => {
    const start = starts[line - 1] ?? bytes.length;
    return bytes.toString('utf8', start, start + byteColumn - 1).length + 1;
  };
}
