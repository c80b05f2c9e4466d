import { CsvError, parse } from 'csv-parse/sync';
import { RefbenchError } from '@refbench/contracts';

/**
 * Parses the rows of a CSV file (RFC 4180), the header included. Rows may differ in length, empty
 * lines are skipped, and a byte order mark is removed.
 * @param file the name of the file, for the error
 * @throws RefbenchError kind `invalid-file` if a quoted field does not end
 */
export function parseCsv(text: string, file: string): readonly (readonly string[])[] {
  try {
    return parse(text, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${file}: ${error.message}`,
      hint: 'quote fields with commas or line breaks, and write a quote in such a field twice',
      cause: error,
    });
  }
}
