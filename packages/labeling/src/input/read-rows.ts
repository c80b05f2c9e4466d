import { RefbenchError } from '@refbench/contracts';
import {
  describeIssues,
  errorText,
  parseCsv,
  readTextInput,
  repeatedKeyProblem,
} from '@refbench/base';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { z } from 'zod';

/** A row of a dataset, unchanged. */
export type Row = Readonly<Record<string, unknown>>;

const rowSchema = z.record(z.string(), z.unknown());

/**
 * Reads the rows of a dataset. The extension determines the format: `.jsonl`, `.json` (a list),
 * `.csv` (with a header) or `.parquet`.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readRows(path: string): Promise<readonly Row[]> {
  const extension = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  try {
    switch (extension) {
      case 'jsonl':
      case 'ndjson':
        return (await readText(path)).split('\n').flatMap((line, at) => jsonLine(line, at + 1));
      case 'json':
        return checked(z.array(rowSchema), uniqueJson(await readText(path)));
      case 'csv':
        return csvRows(await readText(path), path);
      case 'parquet': {
        const file = await asyncBufferFromFile(path);
        const rows = await parquetReadObjects({ file, compressors });
        return rows.map((row) => plain(row) as Row);
      }
      default:
        throw new Error('the extension must be .jsonl, .json, .csv or .parquet');
    }
  } catch (error) {
    if (error instanceof RefbenchError) throw error;
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${path}: ${errorText(error)}`,
      hint: 'specify a file of rows: JSON Lines, a JSON list, CSV with a header, or Parquet',
      cause: error,
    });
  }
}

async function readText(path: string): Promise<string> {
  return await readTextInput(path, { called: 'file of rows', hint: 'specify an existing file' });
}

function jsonLine(line: string, number: number): readonly Row[] {
  if (line.trim() === '') return [];
  try {
    return [checked(rowSchema, uniqueJson(line))];
  } catch (error) {
    throw new Error(`line ${number}: ${errorText(error)}`, {
      cause: error,
    });
  }
}

function uniqueJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const problem = repeatedKeyProblem(text);
  if (problem !== undefined) throw new Error(problem);
  return value;
}

function csvRows(text: string, path: string): readonly Row[] {
  const [header = [], ...lines] = parseCsv(text, path);
  const names = header.map((name) => name.trim());
  if (new Set(names).size < names.length) throw new Error('the header contains a column twice');
  return lines.map((fields, at) => {
    if (fields.length !== names.length) {
      throw new Error(
        `row ${at + 2} has ${fields.length} fields, but the header has ${names.length} columns`,
      );
    }
    return Object.fromEntries(names.map((name, column) => [name, fields[column] ?? '']));
  });
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(describeIssues(parsed.error));
  return parsed.data;
}

/** Converts values of Parquet that JSON lacks, such as times and large integers. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}
