import { RefbenchError } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import { z } from 'zod';
import { commitSchema, MAX_BODY, type Commit } from '../commit/commit.ts';
import type { Definition } from '../event-filter/definition.ts';
import { filterEvent } from '../event-filter/event-filter.ts';
import { pullRequestNumber, splitMessage } from '../event-filter/message.ts';
import type { Shard, ShardResult } from '../sources/shard.ts';
import type { BigQueryClient } from './client.ts';

/** On-demand price in the US. A query is billed by the bytes of the columns that it reads. */
const USD_PER_TIB = 6.25;
const TIB = 2 ** 40;

export interface QueryCost {
  readonly bytes: number;
  readonly usd: number;
}

/** Asks BigQuery how much a query would read. This is free. */
export async function estimateCost(client: BigQueryClient, sql: string): Promise<QueryCost> {
  const [job] = await client.createQueryJob({ query: sql, dryRun: true, useLegacySql: false });
  const bytes = Number(job.metadata?.statistics?.totalBytesProcessed ?? Number.NaN);
  return { bytes, usd: (bytes / TIB) * USD_PER_TIB };
}

const optionalText = z.string().nullish();
const optionalCount = z.coerce.number().int().nonnegative().nullish();

/** A row of either query. BigQuery returns its own number types as strings. */
const rowSchema = z.object({
  repository: z.string(),
  repository_id: optionalCount,
  number: optionalCount,
  golden: optionalText,
  base: optionalText,
  merged: z.enum(['yes', 'unknown']).optional(),
  merged_at: optionalText,
  title: optionalText,
  body: optionalText,
  changed_files: optionalCount,
  paths: optionalCount,
  stars: optionalCount,
  language: optionalText,
});

/**
 * Returns a shard that runs the query. BigQuery itself rejects a query that would cost more than
 * `maxUsd`.
 */
export function queryShard(
  client: BigQueryClient,
  sql: string,
  maxUsd: number,
  definition: Definition,
): Shard {
  return {
    id: `bigquery-${digestOf(sql).slice(7, 23)}`,
    async read() {
      const cost = await estimateCost(client, sql);
      if (!(cost.usd <= maxUsd)) {
        throw new RefbenchError({
          kind: 'usage',
          message: `the query reads ${(cost.bytes / TIB).toFixed(2)} TiB and costs about $${cost.usd.toFixed(2)}`,
          hint: 'select fewer months, or raise --max-usd',
        });
      }
      const maximumBytesBilled = String(Math.ceil((maxUsd / USD_PER_TIB) * TIB));
      const [job] = await client.createQueryJob({
        query: sql,
        useLegacySql: false,
        maximumBytesBilled,
      });
      const [rows] = await job.getQueryResults();
      return judgeRows(rows, definition);
    },
  };
}

export function judgeRows(rows: readonly unknown[], definition: Definition): ShardResult {
  let unreadable = 0;
  const findings = rows.flatMap((row, at) => {
    requireCounts(row, at + 1);
    const commit = commitOf(row);
    if (commit === undefined) unreadable += 1;
    return commit === undefined ? [] : [filterEvent(commit, definition)];
  });
  return { coverage: { status: 'whole', records: rows.length, unreadable }, findings };
}

const COUNTS = ['repository_id', 'number', 'changed_files', 'paths', 'stars'] as const;

/** A malformed count means that the export is damaged, so that other rows may be wrong as well. */
function requireCounts(row: unknown, number: number): void {
  const fields = z.record(z.string(), z.unknown()).safeParse(row);
  for (const name of COUNTS) {
    const value = fields.data?.[name];
    if (value === undefined || optionalCount.safeParse(value).success) continue;
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `row ${number}: "${name}" is ${JSON.stringify(value)}, which is no count`,
      hint: 'export the result of the query again',
    });
  }
}

function commitOf(value: unknown): Commit | undefined {
  const row = rowSchema.safeParse(value);
  if (!row.success) return undefined;
  const { changed_files, paths, title, body, base, number, ...rest } = row.data;
  // The row of a commit contains the whole message in `body`. The row of a pull request has a title
  // and a body.
  const isCommit = typeof base === 'string';
  const message = isCommit
    ? splitMessage(body ?? '')
    : {
        title: title ?? undefined,
        body: typeof title === 'string' ? (body ?? '').slice(0, MAX_BODY) : undefined,
      };
  const counted = paths ?? changed_files;
  const found = {
    ...rest,
    ...message,
    base,
    number: number ?? (isCommit ? pullRequestNumber(body ?? '') : undefined),
    merged: rest.merged ?? 'yes',
    paths:
      typeof counted === 'number' ? { count: counted, rename_is: isCommit ? 2 : 1 } : undefined,
    chosen: false,
  };
  const present = Object.entries(found).filter(([, each]) => each !== undefined && each !== null);
  const commit = commitSchema.safeParse(Object.fromEntries(present));
  return commit.success ? commit.data : undefined;
}
