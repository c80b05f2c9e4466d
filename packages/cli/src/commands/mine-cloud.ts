import { resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  activitySql,
  archiveSql,
  archiveTables,
  estimateCost,
  githubClient,
  hydrate,
  loadBigQuery,
  mineShards,
  openMineFolder,
  queryShard,
  readDefinition,
  requireMined,
  rowsShard,
  type Definition,
} from '@refbench/mining';
import { EXIT_CODES } from '@refbench/contracts';
import {
  addMineOptions,
  definitionFilesOf,
  interruptible,
  mineInto,
  type MineOptions,
} from '../options/mine-options.ts';
import { dollars } from '../options/model-options.ts';

interface HydrateOptions extends MineOptions {
  readonly githubUrl: string;
  readonly refresh: boolean;
}

interface BigQueryOptions extends MineOptions {
  readonly tables: 'archive' | 'activity';
  readonly from: string;
  readonly to?: string;
  readonly dryRun: boolean;
  readonly run: boolean;
  readonly maxUsd: number;
  readonly project?: string;
}

export function addMineCloudCommands(mine: Command, setExitCode: (code: number) => void): void {
  const hydrateCommand = mine
    .command('hydrate')
    .description(
      'fetch data that the archive lacks from the GitHub API (GITHUB_TOKEN allows batches)',
    )
    .option('--github-url <url>', 'URL of the API', 'https://api.github.com')
    .option('--refresh', 'also fetch known data again', false);
  addMineOptions(hydrateCommand).action(async (options: HydrateOptions) =>
    setExitCode(
      await interruptible(({ drain, stop }) =>
        hydrateFolder(options, AbortSignal.any([drain, stop])),
      ),
    ),
  );

  const query = mine
    .command('bigquery')
    .description('print the SQL for a time range, estimate its cost (--dry-run), or run it (--run)')
    .addOption(
      new Option('--tables <tables>', 'archive: events; activity: commits on GitHub up to 2022')
        .choices(['archive', 'activity'])
        .default('archive'),
    )
    .requiredOption('--from <time>', '2024, 2024-03 or 2024-03-09')
    .option('--to <time>', 'end of the range, inclusive (same format)')
    .option('--dry-run', 'ask BigQuery for the cost of the query', false)
    .option('--run', 'run the query with the Google credentials of this machine', false)
    .option('--max-usd <usd>', 'maximum cost of --run', dollars, 10)
    .option('--project <id>', 'the Google Cloud project to bill');
  addMineOptions(query).action(async (options: BigQueryOptions) =>
    setExitCode(await askBigQuery(options)),
  );

  const rows = mine
    .command('rows <file>')
    .description('read the result of a query that was exported as JSON lines');
  addMineOptions(rows).action(async (file: string, options: MineOptions) =>
    setExitCode(
      await mineInto(options, 1, async (definition) => [
        await rowsShard(resolve(file), definition),
      ]),
    ),
  );
}

async function hydrateFolder(options: HydrateOptions, signal: AbortSignal): Promise<number> {
  const definition = await readDefinition(definitionFilesOf(options));
  requireMined(resolve(options.folder));
  await using folder = await openMineFolder(resolve(options.folder), definition);
  const token = process.env['GITHUB_TOKEN'];
  const client = githubClient({
    baseUrl: options.githubUrl.replace(/\/+$/, ''),
    token: token === '' ? undefined : token,
    signal,
    onWait: (seconds) =>
      process.stderr.write(`waiting ${Math.round(seconds)} s for the rate limit of the API\n`),
  });
  const { shard, asked } = await hydrate({
    folder: folder.path,
    definition,
    client,
    refresh: options.refresh,
    onPull: (done, all) => process.stderr.write(`requested ${done} of ${all}\n`),
  });
  const { records } = await mineShards({ folder: folder.path, shards: [shard], jobs: 1 });
  for (const record of records) {
    if (options.json) process.stdout.write(`${JSON.stringify(record)}\n`);
    const { admitted, incomplete, rejected } = record;
    process.stderr.write(
      `${asked} requested; ${admitted} admitted, ${incomplete} incomplete, ${rejected} rejected\n`,
    );
  }
  return EXIT_CODES.ok;
}

async function askBigQuery(options: BigQueryOptions): Promise<number> {
  const definition = await readDefinition(definitionFilesOf(options));
  const sql = sqlOf(options, definition);
  if (!options.dryRun && !options.run) {
    process.stdout.write(sql);
    return EXIT_CODES.ok;
  }
  const client = await loadBigQuery(options.project);
  const { bytes, usd } = await estimateCost(client, sql);
  process.stderr.write(
    `the query reads ${(bytes / 2 ** 40).toFixed(3)} TiB and costs about $${usd.toFixed(2)}\n`,
  );
  if (options.dryRun) return EXIT_CODES.ok;
  return mineInto(options, 1, async () => [queryShard(client, sql, options.maxUsd, definition)]);
}

function sqlOf({ tables, from, to = from }: BigQueryOptions, definition: Definition): string {
  if (tables === 'archive') return archiveSql(archiveTables(from, to), definition);
  const [first, last] = [from, to].map((time) => Number(time.slice(0, 4)));
  if (first === undefined || last === undefined || !(first <= last)) {
    throw new InvalidArgumentError('use years for --from and --to, in this order');
  }
  return activitySql({ from: first, to: last }, definition);
}
