import { CsvError, parse } from 'csv-parse/sync';
import { RefbenchError } from '@refbench/contracts';

const DELIMITERS = [',', ';', '\t'] as const;
/** Spreadsheets write their delimiter into a first line of its own. */
const SEPARATOR_LINE = /^\uFEFF?sep=(.)\r?(?:\n|$)/i;

/**
 * Parses the rows of a CSV file (RFC 4180), the header included. The delimiter is a comma, semicolon or
 * tab: the one that splits the header into most fields, or the one in a line `sep=;` before the header.
 * Rows may be shorter than the header, empty lines are skipped, and a byte order mark is removed.
 * @param file the name of the file, for the error
 * @throws RefbenchError kind `invalid-file` if a quote does not open or close a whole field, or if a row
 *   has more fields than the header, so that its fields stand in wrong columns
 */
export function parseCsv(text: string, file: string): readonly (readonly string[])[] {
  const named = SEPARATOR_LINE.exec(text)?.[1];
  const from_line = named === undefined ? 1 : 2;
  try {
    const delimiter = named ?? widestDelimiter(text);
    const rows: string[][] = [];
    parse(text, {
      bom: true,
      delimiter,
      from_line,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (row: string[], { lines }) => {
        const columns = (rows[0] ?? row).length;
        if (row.slice(columns).some((field) => field !== '')) {
          throw tooWide(file, lines, row.length, columns);
        }
        rows.push(row.slice(0, columns));
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${file}: ${error.message}`,
      hint: 'quote fields that contain commas, quotes or line breaks, and write a quote in such a field twice',
      cause: error,
    });
  }
}

function widestDelimiter(text: string): string {
  const fields = (delimiter: string): number =>
    parse(text, { bom: true, delimiter, relax_quotes: true, skip_empty_lines: true, to: 1 })[0]
      ?.length ?? 0;
  return DELIMITERS.reduce((best, each) => (fields(each) > fields(best) ? each : best));
}

function tooWide(file: string, line: number, fields: number, columns: number): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: the row that ends on line ${line} has ${fields} fields, but the header has ${columns}`,
    hint: 'quote fields that contain the delimiter',
  });
}
