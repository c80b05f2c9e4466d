/**
 * Measures the estimate of labelling 500 rows that share five base commits, with nothing cached, and
 * compares it with the five maps alone, which it needs at least.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildRepoMap,
  estimateLabelling,
  NO_INTEREST,
  readPromptSet,
  TagStore,
  tasksOfRows,
  treeOfCommit,
  type LabelPlan,
} from '@refbench/labeling';
import { loadPrices, requirePrice } from '@refbench/models';
import { openHistory, type History } from '@refbench/repos';
import { findMirrors } from './mirrors.ts';

const NAMES = ['pallets/jinja', 'pallets/flask', 'koajs/koa'];
const ROWS = 500;
const BASES = 5;
const MAP_TOKENS = 4_096;
const MODEL = 'gpt-4o-mini';
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);

const { signal } = new AbortController();
const mirrors = findMirrors(NAMES);
if (mirrors !== undefined) {
  process.stdout.write(
    `${availableParallelism()} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(0)}\n`,
  );
  for (const repository of mirrors.repositories) await measure(repository, mirrors.mirror);
}

async function measure(name: string, mirror: string): Promise<void> {
  const commits = await recentCommits(name, mirror);
  let [whole, floor] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < ROUNDS; round += 1) {
    floor = Math.min(floor, await timed((folder) => fiveMaps(name, mirror, commits, folder)));
    whole = Math.min(whole, await timed((folder) => estimate(name, mirror, commits, folder)));
  }
  process.stdout.write(
    `${name}: ${ROWS} rows on ${BASES} commits ${whole.toFixed(2)} s, ${BASES} maps alone ${floor.toFixed(2)} s, ratio ${(whole / floor).toFixed(2)}\n`,
  );
}

/** Runs in a new folder, so that nothing is cached. Returns seconds. */
async function timed(work: (folder: string) => Promise<void>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-label-estimate-'));
  const start = performance.now();
  try {
    await work(folder);
    return (performance.now() - start) / 1_000;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function open(name: string, mirror: string, folder: string): Promise<History> {
  const history = await openHistory({ name, mirror, cacheDir: join(folder, 'cache') });
  if (history.kind === 'absent') throw new Error(history.reason);
  return history;
}

/** Five commits of the history, a hundred commits apart or less. */
async function recentCommits(name: string, mirror: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-label-estimate-'));
  await using history = await open(name, mirror, folder);
  const commits: string[] = [];
  let at = 0;
  for await (const { golden } of history.walk({ from: history.head ?? 'HEAD' })) {
    if (at % 20 === 0) commits.push(golden);
    at += 1;
    if (commits.length === BASES) break;
  }
  return commits;
}

async function fiveMaps(
  name: string,
  mirror: string,
  commits: readonly string[],
  folder: string,
): Promise<void> {
  await using history = await open(name, mirror, folder);
  const store = await TagStore.open(join(folder, 'tags'), name);
  for (const commit of commits) {
    const tree = await treeOfCommit(history.repository, commit);
    await buildRepoMap({
      tree,
      store,
      interest: NO_INTEREST,
      budgetTokens: MAP_TOKENS,
      signal,
    });
  }
}

async function estimate(
  name: string,
  mirror: string,
  commits: readonly string[],
  folder: string,
): Promise<void> {
  const row = (at: number): Record<string, unknown> => ({
    instance_id: `row-${at}`,
    repo: name,
    base_commit: commits[at % BASES],
    problem_statement: `# Case ${at}\n\nIt **fails** with \`value ${at}\`.\n`,
    patch: `diff --git a/README.md b/README.md\n--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-a\n+${at}\n`,
  });
  const tasks = tasksOfRows(
    Array.from({ length: ROWS }, (_, at) => row(at)),
    'rows',
  );
  const prompts = await readPromptSet();
  const limits = { contextTokens: 65_536, share: 0.8, mapTokens: MAP_TOKENS };
  const plan: LabelPlan = {
    schema: 1,
    tasks: '',
    kept_out: [],
    criteria: ['issue', 'tests', 'effort'],
    passes: 3,
    issue_scale: 'binary',
    prompts: prompts.digest,
    models: {
      issue: MODEL,
      tests: MODEL,
      effort: MODEL,
      reader: null,
    },
    context: {
      share: 0.8,
      tokens: null,
      map_tokens: null,
    },
  };
  const { criteria, unreachable } = await estimateLabelling({
    plan,
    tasks,
    prompts,
    signal,
    scale: 'binary',
    inWords: false,
    limits: {
      issue: limits,
      tests: limits,
      effort: limits,
    },
    openBase: async () => {
      const history = await open(name, mirror, folder);
      return history.repository;
    },
    cacheDir: join(folder, 'tags'),
    prices: new Map([[MODEL, requirePrice(await loadPrices(), MODEL)]]),
    readerPrice: undefined,
    maxOutputTokens: 8e3,
  });
  if (unreachable.length > 0 || criteria.some(({ calls }) => calls !== 3 * ROWS)) {
    throw new Error('the estimate is not whole');
  }
}
