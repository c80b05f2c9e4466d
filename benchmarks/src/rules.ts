/**
 * The rule engine beside the programs, in turns: our cold scan of a tree and `ast-grep scan` with the
 * same rules; our score of the golden patch and a scan of golden by OpenGrep with the published rules.
 * Then the memory of one scan over all the trees at once. Needs the published rules and a mirror.
 * Goals: cold <= 1.0 of ast-grep; score >= 50 times faster than OpenGrep; <= 1 GB.
 */
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
  type SourceFile,
} from '@refbench/rule-engine';
import { groundsOf, writeRules, writeTree, type Ground } from './rules/ground.ts';
import { PeakMemory } from './rules/peak-memory.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const root = resolve(import.meta.dirname, '../..');
const dataDir = process.env['REFBENCH_PUBLISHED'] ?? resolve(root, '../shared/data/codetaste');
const mirror = process.env['REFBENCH_MIRROR'] ?? resolve(root, '../.mirror/{owner}+{name}/repo');
const astGrep = process.env['AST_GREP'] ?? 'ast-grep';
const openGrep = process.env['OPENGREP'] ?? 'opengrep';
const names = process.argv.slice(2);
const DEFAULT_NAMES = [
  'remarkablemark/html-react-parser',
  'kedro-org/kedro',
  'netty/netty',
  'apache/shenyu',
  'apache/pinot',
  'knative/serving',
  'hrydgard/ppsspp',
];
const grounds = await groundsOf(dataDir, mirror, names.length > 0 ? names : DEFAULT_NAMES);

const scratch = await mkdtemp(join(tmpdir(), 'rules-benchmark-'));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  const versions = [await versionOf(astGrep), await versionOf(openGrep)].join(', ');
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
  const times = { ours: [] as number[], astGrep: [] as number[], score: [] as number[] };
  const before = { tree: baseTree, scan: await scanTree(rules, repository, baseTree) };
  let theirs = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    times.ours.push(await timed(() => scanTree(rules, repository, baseTree)));
    times.astGrep.push(await timed(async () => void (theirs = await astGrepMatches(base))));
    times.score.push(
      await timed(() => scanChanges(rules, repository, before, goldenTree, { parseAll: true })),
    );
  }
  const openGrepMs = await timed(() => openGrepScan(ground, golden));
  const { ours, score, astGrep: peer } = times;
  say(
    [
      `${ground.name}: ${baseTree.size} files, ${rules.length} rules`,
      `load ${loadavg()[0]?.toFixed(0)}`,
      `cold ${ms(ours)} ms, ast-grep ${ms(peer)} ms: ${(best(ours) / best(peer)).toFixed(2)}`,
      `score ${ms(score)} ms, opengrep ${openGrepMs.toFixed(0)} ms: ${(openGrepMs / best(score)).toFixed(0)} times`,
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function best(values: readonly number[]): number {
  return Math.min(...values);
}

function ms(values: readonly number[]): string {
  return best(values).toFixed(0);
}
