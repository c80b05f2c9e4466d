import { createReadStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { folderShards, openHourPool } from '@refbench/mining';
import { execa } from 'execa';
import { z } from 'zod';
import { writeArchiveHour } from './archive-hour.ts';

/**
 * Reads an hour of the archive (generated, the same everywhere) with all filters, compared with
 * Node only inflating the file, `gzip -dc`, and DuckDB with the same query. Each contender runs in
 * a separate process, in turns. Then reads two hours: with one job on one core, and with one and
 * two jobs on all cores. The best round of each counts, because other load on the machine can only
 * slow it down.
 */
const EVENTS = 190_000;
/** Enough for each thread to read the definition and to compile its hot code. */
const WARM_UP_EVENTS = 10_000;
const ROUNDS = Number(process.env['ROUNDS'] ?? 7);
const CONTENDERS = ['gunzip', 'ours', 'duckdb', 'one-core', 'one-job', 'two-jobs'] as const;
type Contender = (typeof CONTENDERS)[number];

const folder = resolve(process.env['REFBENCH_STATE_DIR'] ?? '../.refbench', 'bench', 'archive');
const warmUp = join(folder, '..', 'archive-warm-up');
const single = join(folder, 'one', '2024-05-01-12.json.gz');
const second = join(folder, 'two', '2024-05-01-13.json.gz');

const resultSchema = z.object({
  seconds: z.number(),
  cpuSeconds: z.number(),
  megabytes: z.number(),
  commits: z.number(),
});
type Result = z.infer<typeof resultSchema>;

const [, , contender] = process.argv;
if (contender === undefined) await compare();
else process.stdout.write(JSON.stringify(await measure(contender as Contender)));

/**
 * Excludes one-time work (threads, definitions, compilation, a connection) from the measurement.
 */
async function measure(name: Contender): Promise<Result> {
  await using work = await prepare(name);
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const commits = await work.run();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  return { seconds, cpuSeconds: (user + system) / 1e6, megabytes, commits };
}

interface Work extends AsyncDisposable {
  readonly run: () => Promise<number>;
}

async function prepare(name: Contender): Promise<Work> {
  const nothing = async (): Promise<void> => undefined;
  switch (name) {
    case 'gunzip':
      return { run: inflate, [Symbol.asyncDispose]: nothing };
    case 'ours':
      return hourReader(join(folder, 'one'), 1);
    case 'one-core':
    case 'one-job':
      return hourReader(folder, 1);
    case 'two-jobs':
      return hourReader(folder, 2);
    case 'duckdb': {
      const connection = await (await DuckDBInstance.create()).connect();
      return { run: () => askDuckdb(connection), [Symbol.asyncDispose]: nothing };
    }
  }
}

async function inflate(): Promise<number> {
  const stream = createReadStream(single, { highWaterMark: 2 ** 20 });
  let bytes = 0;
  for await (const chunk of stream.pipe(createGunzip({ chunkSize: 2 ** 20 }))) {
    bytes += (chunk as Buffer).length;
  }
  return bytes > 0 ? 0 : 1;
}

async function hourReader(files: string, jobs: number): Promise<Work> {
  const pool = openHourPool(jobs);
  const read = async (from: string): Promise<number> => {
    const shards = (await folderShards(from, undefined, { pool, definition: {} })).values();
    let commits = 0;
    const next = async (): Promise<void> => {
      for (const shard of shards) {
        const { findings } = await shard.read();
        commits += findings.length;
      }
    };
    await Promise.all(Array.from({ length: jobs }, next));
    return commits;
  };
  await read(warmUp);
  return { run: () => read(files), [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose]() };
}

/**
 * Counts the merges that have enough stars and files. This is less work than in RefBench, because
 * no message is read.
 */
async function askDuckdb(connection: DuckDBConnection): Promise<number> {
  const repo = 'STRUCT(stargazers_count BIGINT)';
  const pull = `STRUCT(merged BOOLEAN, changed_files BIGINT, title VARCHAR, body VARCHAR, merge_commit_sha VARCHAR, base STRUCT(repo ${repo}))`;
  const columns = `{type: 'VARCHAR', payload: 'STRUCT(action VARCHAR, number BIGINT, pull_request ${pull})'}`;
  const from = `read_json('${single}', format = 'newline_delimited', maximum_object_size = 67108864, columns = ${columns})`;
  const where = `type = 'PullRequestEvent' AND payload.action = 'closed' AND payload.pull_request.merged`;
  const reader = await connection.runAndReadAll(`SELECT count(*)::INT FROM ${from} WHERE ${where}`);
  return Number(reader.getRows()[0]?.[0]);
}

async function compare(): Promise<void> {
  for (const [file, seed] of [
    [single, 1],
    [second, 2],
  ] as const) {
    await mkdir(join(file, '..'), { recursive: true });
    if ((await stat(file).catch(() => undefined)) === undefined) {
      await writeArchiveHour(file, EVENTS, seed);
    }
  }
  await mkdir(warmUp, { recursive: true });
  for (const hour of [0, 1])
    await writeArchiveHour(join(warmUp, `2024-05-02-${hour}.json.gz`), WARM_UP_EVENTS, 3);
  const size = (await stat(single)).size / 2 ** 20;
  const times = new Map<Contender, Result[]>(CONTENDERS.map((name) => [name, []]));
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of CONTENDERS) {
      const pinned = name === 'one-core' ? ['taskset', '-c', '0'] : [];
      const command = [...pinned, process.execPath, fileURLToPath(import.meta.url), name];
      const { stdout } = await execa(command[0] ?? '', command.slice(1));
      times.get(name)?.push(resultSchema.parse(JSON.parse(stdout)));
    }
    const start = performance.now();
    await execa('gzip', ['-dc', single], { stdout: 'ignore' });
    plain.push((performance.now() - start) / 1000);
  }
  const of = (name: Contender): readonly Result[] => times.get(name) ?? [];
  const seconds = (name: Contender): number => best(of(name).map((result) => result.seconds));
  const cpu = (name: Contender): number => best(of(name).map((result) => result.cpuSeconds));
  const line = (label: string, value: number): string =>
    `${label.padEnd(32)} ${value.toFixed(2)} s  ${(size / value).toFixed(1)} MB/s  ours ${(value / seconds('ours')).toFixed(2)}`;
  const machine = `${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(0)}`;
  const report = [
    `${machine}, best of ${ROUNDS}; ${size.toFixed(1)} MB compressed, ${of('ours')[0]?.commits} merges`,
    line('Node inflates, does nothing', seconds('gunzip')),
    line('ours, all filters', seconds('ours')),
    `of its processor time           ${(cpu('gunzip') / cpu('ours')).toFixed(2)} is inflating`,
    line('gzip -dc', best(plain)),
    line('DuckDB', seconds('duckdb')),
    `peak memory of ours              ${Math.max(...of('ours').map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
    `two hours: one core / two jobs   ${(seconds('one-core') / seconds('two-jobs')).toFixed(2)} (${seconds('one-core').toFixed(2)} s, ${seconds('two-jobs').toFixed(2)} s)`,
    `two hours: one job / two jobs    ${(seconds('one-job') / seconds('two-jobs')).toFixed(2)} (${seconds('one-job').toFixed(2)} s)`,
    `processor time, one job, two     ${cpu('one-job').toFixed(2)} s, ${cpu('two-jobs').toFixed(2)} s`,
    `their peak memory, two jobs      ${Math.max(...of('two-jobs').map(({ megabytes }) => megabytes)).toFixed(0)} MB`,
  ];
  process.stdout.write(`${report.join('\n')}\n`);
}

function best(values: readonly number[]): number {
  return Math.min(...values);
}
