import { RefbenchError } from '@refbench/contracts';

/** The part of the `@google-cloud/bigquery` API that RefBench uses. */
export interface BigQueryClient {
  createQueryJob(options: {
    readonly query: string;
    readonly dryRun?: boolean;
    readonly useLegacySql?: boolean;
    readonly maximumBytesBilled?: string;
  }): Promise<readonly [BigQueryJob, ...unknown[]]>;
}

interface BigQueryJob {
  readonly metadata?: { readonly statistics?: { readonly totalBytesProcessed?: string } };
  getQueryResults(): Promise<readonly [readonly unknown[], ...unknown[]]>;
}

const PACKAGE = '@google-cloud/bigquery';

/**
 * Loads the BigQuery client. It is an optional package, because most users have no cloud account.
 * @throws RefbenchError kind `usage` if it is not installed
 */
export async function loadBigQuery(project: string | undefined): Promise<BigQueryClient> {
  const loaded: unknown = await import(PACKAGE).catch(() => undefined);
  const constructor =
    typeof loaded === 'object' && loaded !== null && 'BigQuery' in loaded
      ? loaded.BigQuery
      : undefined;
  if (typeof constructor !== 'function') {
    throw new RefbenchError({
      kind: 'usage',
      message: `${PACKAGE} is not installed`,
      hint: `npm install ${PACKAGE}, or run the printed SQL in the console and pass its result to "refbench mine rows"`,
    });
  }
  return Reflect.construct(
    constructor,
    project === undefined ? [] : [{ projectId: project }],
  ) as BigQueryClient;
}
