import type { KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestSchema, RefbenchError, segmentSchema, type Digest } from '@refbench/contracts';
import { canonicalJson, errorCode, Journal, parseJson, sha256OfBytes } from '@refbench/base';
import { z } from 'zod';
import { checkHead, headSigner, writeHead } from './ledger-head.ts';

const common = {
  schema: z.literal(1),
  /** Name of the submission on the board. */
  id: segmentSchema,
  date: z.iso.date(),
  why: z.string().min(1).max(500),
  /** Digest of the line before; null for the first one. */
  previous: digestSchema.nullable(),
};

/** Who vouches for a submission, and what of it was graded again. Rows of older boards lack it. */
const evidence = {
  /** The owner of the key that signed it. */
  signer: z.string().min(1).optional(),
  /** Instances whose patches were graded again before it was added, of all instances. */
  graded: z.strictObject({ instances: z.int().min(0), of: z.int().min(0) }).optional(),
};

/** A line of ledger.jsonl. */
export const ledgerRowSchema = z.discriminatedUnion('kind', [
  /** `digest`: of the manifest of the submission. */
  z.strictObject({ kind: z.literal('added'), ...common, ...evidence, digest: digestSchema }),
  z.strictObject({ kind: z.literal('rescored'), ...common, ...evidence, digest: digestSchema }),
  z.strictObject({ kind: z.literal('removed'), ...common }),
]);

export type LedgerRow = z.infer<typeof ledgerRowSchema>;
/** What a caller says; the chain is added. */
type LedgerEntry = LedgerRow extends infer Row
  ? Row extends LedgerRow
    ? Omit<Row, 'schema' | 'previous'>
    : never
  : never;

/** In the folder of a leaderboard. */
export const LEDGER_FILE = 'ledger.jsonl';

/**
 * Reads the ledger, which only grows: each line contains the digest of the one before, and head.json that
 * of the last one.
 * @throws RefbenchError kinds `usage` if there is no leaderboard, `invalid-file` if a line was changed,
 *   inserted or removed
 */
export async function readLedger(folder: string): Promise<readonly LedgerRow[]> {
  return (await openLedger(folder)).rows;
}

/** A change of a ledger whose terms were checked. */
export interface LedgerChange {
  /** The lines so far. */
  readonly rows: readonly LedgerRow[];
  /** Appends a line of the date and moves the head to it. */
  readonly append: (entry: LedgerEntry) => Promise<void>;
}

/**
 * Checks whether a ledger can be changed, before anything is written.
 * @param date of the change
 * @param key the private key of the board, if board.yaml names a public one
 * @throws RefbenchError kind `usage` if the date is before that of the last line, or the key is missing
 */
export async function prepareChange(
  folder: string,
  date: string,
  key: KeyObject | undefined,
): Promise<LedgerChange> {
  const { rows, last } = await openLedger(folder);
  const latest = rows.at(-1);
  if (latest !== undefined && date < latest.date) {
    throw new RefbenchError({
      kind: 'usage',
      message: `the date ${date} is before ${latest.date}, the date of the last change`,
      hint: 'dates in a ledger never run backwards: specify the day of this change',
    });
  }
  const sign = await headSigner(folder, key);
  return {
    rows,
    append: async (entry) => {
      const row = ledgerRowSchema.parse({ schema: 1, ...entry, previous: last });
      const line = canonicalJson(row);
      await using journal = await Journal.open(join(folder, LEDGER_FILE));
      await journal.append(JSON.parse(line));
      await writeHead(folder, sign({ lines: rows.length + 1, digest: sha256OfBytes(line) }));
    },
  };
}

/** Reads and checks all lines. `last` is the digest of the last one, null without lines. */
async function openLedger(
  folder: string,
): Promise<{ readonly rows: readonly LedgerRow[]; readonly last: Digest | null }> {
  const lines = await readLines(folder);
  const rows: LedgerRow[] = [];
  let last: Digest | null = null;
  for (const [index, line] of lines.entries()) {
    const parsed = parseJson(line, ledgerRowSchema);
    if (parsed.kind === 'invalid') throw damaged(folder, index, parsed.reason);
    if (parsed.value.previous !== last) {
      throw damaged(folder, index, 'it does not follow from the line before');
    }
    rows.push(parsed.value);
    last = sha256OfBytes(line);
  }
  await checkHead(folder, { lines: rows.length, digest: last });
  return { rows, last };
}

/** The submissions that are on the board, with the row that last gave their data, oldest first. */
export function currentSubmissions(
  rows: readonly LedgerRow[],
): readonly Exclude<LedgerRow, { kind: 'removed' }>[] {
  const current = new Map<string, Exclude<LedgerRow, { kind: 'removed' }>>();
  for (const row of rows) {
    if (row.kind === 'removed') current.delete(row.id);
    else current.set(row.id, row);
  }
  return [...current.values()];
}

async function readLines(folder: string): Promise<readonly string[]> {
  const path = join(folder, LEDGER_FILE);
  try {
    return (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new RefbenchError({
      kind: 'usage',
      message: `${folder} is not a leaderboard: it has no ${LEDGER_FILE}`,
      hint: 'check --folder, or start a leaderboard with: refbench leaderboard init',
      cause: error,
    });
  }
}

function damaged(folder: string, index: number, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${join(folder, LEDGER_FILE)}, line ${index + 1}: ${reason}`,
    hint: 'the ledger only grows: restore it from version control and use refbench leaderboard to change it',
  });
}
