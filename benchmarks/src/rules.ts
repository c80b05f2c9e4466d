/**
 * The rule engine beside the programs, in turns: our cold scan of a tree and `ast-grep scan` with the
 * same rules; our first score of the golden patch, our score of it again with what the first one kept,
 * and a scan of golden by OpenGrep with the published rules.
 * Then the memory of one scan over all the trees at once. Needs the published rules and a mirror.
 * Goals: cold <= 1.0 of ast-grep; re-score >= 50 times faster than OpenGrep; <= 1 GB.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { openRepository, type Repository } from '@refbench/repos';
import {
  readSources,
  scanChanges,
  scanFiles,
  scanTree,
  type Rule,
  type ScanResult,
  type SourceFile,
} from '@refbench/rule-engine';
import { groundsOf, writeRules, writeTree, type Ground } from './rules/ground.ts';
import { PeakMemory } from './rules/peak-memory.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const root = resolve(import.meta.dirname, '../..');
const dataDir = process.env['REFBENCH_PUBLISHED'] ?? resolve(root, '../shared/data/codetaste');
const mirror = process.env['REFBENCH_MIRROR'] ?? resolve(root, '../.mirror/{owner}+{name}/repo');
const astGrep = process.env['AST_GREP'] ?? 'ast-grep';
/** `none` leaves it out: it takes most of the time. */
const openGrep = process.env['OPENGREP'] ?? 'opengrep';
const names = process.argv.slice(2);
const DEFAULT_NAMES = [
  'netty/netty',
  'apache/shenyu',
  'google/tink',
  'mongodb/mongo-go-driver',
  'containerd/nerdctl',
];
const grounds = await groundsOf(dataDir, mirror, names.length > 0 ? names : DEFAULT_NAMES);

const scratch = await mkdtemp(join(tmpdir(), 'rules-benchmark-'));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  const peers = [astGrep, openGrep].filter((program) => program !== 'none');
  const versions = (await Promise.all(peers.map(versionOf))).join(', ');
  say(`${availableParallelism()} cores, node ${process.version}, ${versions}`);
  for (const ground of grounds) await race(ground);
  await measureMemory();
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function versionOf(program: string): Promise<string> {
  return (await execa(program, ['--version'])).stdout.trim();
}

function open({ name, base, golden }: Ground): Promise<Repository> {
  return openRepository({
    repository: { name },
    instanceDir: scratch,
    base,
    golden,
    mirror,
    cacheDir: join(scratch, 'repositories'),
  });
}

async function race(ground: Ground): Promise<void> {
  const folder = join(scratch, ground.name.replace('/', '+'));
  const rules = await writeRules(ground, join(folder, 'rules'));
  const [base, golden] = [join(folder, 'base'), join(folder, 'golden')];
  await writeTree(ground.gitDir, ground.base, base);
  await writeTree(ground.gitDir, ground.golden, golden);
  await writeFile(join(base, 'sgconfig.yml'), JSON.stringify({ ruleDirs: ['../rules'] }));
  // Its own list of folders to pass over would be in force otherwise.
  await writeFile(join(golden, '.semgrepignore'), '');
  await using repository = await open(ground);
  const [baseTree, goldenTree] = [
    await repository.readTree(ground.base),
    await repository.readTree(ground.golden),
  ];
  const costs = {
    ours: [] as Cost[],
    astGrep: [] as Cost[],
    score: [] as Cost[],
    again: [] as Cost[],
  };
  const score = (cacheDir?: string): Promise<ScanResult> =>
    scanChanges(rules, repository, before, goldenTree, { parseAll: true, cacheDir });
  const before = { tree: baseTree, scan: await scanTree(rules, repository, baseTree) };
  const kept = join(folder, 'matches');
  await score(kept);
  let theirs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.ours.push(await timed(() => scanTree(rules, repository, baseTree)));
    costs.astGrep.push(await timed(async () => void (theirs = await astGrepMatches(base))));
    costs.score.push(await timed(() => score()));
    costs.again.push(await timed(() => score(kept)));
  }
  const openGrepCost = openGrep === 'none' ? [] : [await timed(() => openGrepScan(ground, golden))];
  const { wall, cpu } = ratios(costs.ours, costs.astGrep);
  const times = (ours: readonly Cost[]): string => {
    const faster = ratios(openGrepCost, ours);
    return `${faster.wall.toFixed(0)} times (cpu ${faster.cpu.toFixed(0)})`;
  };
  say(
    [
      `${ground.name}: ${baseTree.size} files, ${rules.length} rules, load ${loadavg()[0]?.toFixed(0)}`,
      `cold ${text(costs.ours)}, ast-grep ${text(costs.astGrep)}: ${wall.toFixed(2)} (cpu ${cpu.toFixed(2)})`,
      `score ${text(costs.score)}, again ${text(costs.again)}`,
      ...(openGrepCost.length === 0
        ? []
        : [
            `opengrep ${text(openGrepCost)}: ${times(costs.score)} the score, ${times(costs.again)} again`,
          ]),
      `matches ${before.scan.witnesses.length}, ast-grep ${theirs}`,
    ].join('; '),
  );
}

/** Every file of the tree, as ours; the matches are counted and thrown away. */
async function astGrepMatches(tree: string): Promise<number> {
  const ignores = ['hidden', 'dot', 'exclude', 'global', 'parent', 'vcs'];
  const flags = ignores.flatMap((one) => ['--no-ignore', one]);
  const run = execa(astGrep, ['scan', '--json=stream', ...flags], { cwd: tree, buffer: false });
  let lines = 0;
  for await (const line of run) lines += line === '' ? 0 : 1;
  return lines;
}

async function openGrepScan({ published }: Ground, tree: string): Promise<void> {
  const flags = ['--json', '--no-git-ignore', '--max-target-bytes', '0'];
  const jobs = ['-j', String(availableParallelism())];
  await execa(openGrep, ['scan', ...flags, ...jobs, '--config', published, '.'], {
    cwd: tree,
    stdout: 'ignore',
    stderr: 'ignore',
    reject: false,
  });
}

/** All trees in one scan, with the rules of all. */
async function measureMemory(): Promise<void> {
  const rules: Rule[] = [];
  for (const ground of grounds) {
    const own = await writeRules(ground, join(scratch, ground.name.replace('/', '+'), 'rules'));
    rules.push(...own.map((rule) => ({ ...rule, id: `${ground.name} ${rule.id}` })));
  }
  let files = 0;
  async function* sources(): AsyncGenerator<SourceFile> {
    for (const ground of grounds) {
      await using repository = await open(ground);
      const tree = await repository.readTree(ground.base);
      files += tree.size;
      yield* readSources(repository, tree, [...tree.keys()]);
    }
  }
  await using peak = new PeakMemory();
  const begun = performance.now();
  const { witnesses } = await scanFiles(rules, sources());
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  say(
    `${files} files, ${rules.length} rules, ${witnesses.length} matches in ${seconds} s: ${peak.text()}`,
  );
}

/** Milliseconds. Processor time also counts all child processes that have ended. */
interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

async function timed(work: () => Promise<unknown>): Promise<Cost> {
  const [start, startCpu] = [performance.now(), cpuMs()];
  await work();
  return { wall: performance.now() - start, cpu: cpuMs() - startCpu };
}

/** utime, stime, cutime and cstime of this process (Linux), in ticks of 10 ms. */
function cpuMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * 10, 0);
}

function best(costs: readonly Cost[]): Cost {
  const least = (key: keyof Cost): number => Math.min(...costs.map((cost) => cost[key]));
  return { wall: least('wall'), cpu: Math.max(least('cpu'), 10) };
}

function ratios(ours: readonly Cost[], theirs: readonly Cost[]): Cost {
  const [left, right] = [best(ours), best(theirs)];
  return { wall: left.wall / right.wall, cpu: left.cpu / right.cpu };
}

function text(costs: readonly Cost[]): string {
  const { wall, cpu } = best(costs);
  return `${wall.toFixed(0)} ms (cpu ${cpu.toFixed(0)})`;
}
