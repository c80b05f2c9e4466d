/**
 * Measures how long a user waits, from the start of a command to its end, compared with the
 * original programs on the same files, in turns.
 *
 * OpenGrep rules: `refbench rules scan` of golden after base was scanned, which is the cost of a
 * patch: for the first time, and again. Compared with `opengrep-core` with the command that the
 * front end of OpenGrep generates, and with `opengrep scan`, both on the files that differ between
 * base and golden.
 *
 * ast-grep rules: `refbench rules scan` of a folder, cold and with rules that were loaded before,
 * compared with `ast-grep scan` of the same folder.
 *
 * Goals: first <= 1.2 of the core, again <= 0.3 s; ast-grep <= 1.2 on trees with more than 500
 * files, and <= 0.3 s on smaller ones. Needs the published rules and mirrors of their repositories.
 */
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { requireMirror } from './mirrors.ts';
import { publishedFile } from './published-file.ts';
import { timed, type Cost } from './rules/cost.ts';
import {
  publishedInstances,
  writeRules,
  writeTree,
  type PublishedInstance,
} from './rules/published-instance.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const root = resolve(import.meta.dirname, '../..');
const dataDir = publishedFile('');
const mirror = requireMirror();
const astGrep = process.env['AST_GREP'] ?? 'ast-grep';
/** The complete command line of OpenGrep in the pinned version. */
const openGrep = process.env['OPENGREP_COMMAND'] ?? 'opengrep';
const refbench = resolve(root, 'packages/cli/bin/refbench.js');
const DEFAULT_NAMES = ['koajs/koa', '99designs/gqlgen', 'containerd/nerdctl', 'netty/netty'];
const names = process.argv.slice(2);

const scratch = await mkdtemp(join(tmpdir(), 'rules-benchmark-'));
const say = (line: string): void => void process.stdout.write(`${line}\n`);
try {
  const versions = await Promise.all([astGrep, openGrep].map(versionOf));
  say(`${availableParallelism()} cores, node ${process.version}, ${versions.join(', ')}`);
  for (const instance of await publishedInstances(
    dataDir,
    mirror,
    names.length > 0 ? names : DEFAULT_NAMES,
  )) {
    const folder = join(scratch, instance.name.replace('/', '+'));
    await mkdir(folder);
    await raceOpengrep(instance, folder);
    await raceAstGrep(instance, folder);
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function versionOf(program: string): Promise<string> {
  return (await execa(program, ['--version'])).stdout.trim();
}

async function raceOpengrep(instance: PublishedInstance, folder: string): Promise<void> {
  const { name, base, golden, gitDir, published } = instance;
  const rules = join(folder, 'imported');
  const state = join(folder, 'state');
  const at = (commit: string): string => `${gitDir}@${commit}`;
  const files = (await readdir(published)).map((file) => join(published, file));
  const trees = ['--base', at(base), '--golden', at(golden), '--to', rules];
  await ours(['rules', 'import', 'opengrep', ...files, ...trees], join(folder, 'import-state'));
  await cp(join(folder, 'import-state', 'opengrep'), join(state, 'opengrep'), { recursive: true });
  await ours(['rules', 'scan', rules, at(base)], state);
  const changed = join(folder, 'changed');
  const count = await writeChanged(instance, changed);
  const core = await coreCommand(rules, changed, join(folder, 'home'));
  const flags = ['--json', '--no-git-ignore', '--max-target-bytes=0', '--disable-version-check'];
  const costs = {
    core: [] as Cost[],
    command: [] as Cost[],
    first: [] as Cost[],
    again: [] as Cost[],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const fresh = join(folder, `state-${round}`);
    await cp(state, fresh, { recursive: true });
    costs.core.push(await timed(() => quietly(core[0] ?? '', core.slice(1), changed)));
    costs.first.push(await timed(() => ours(['rules', 'scan', rules, at(golden)], fresh)));
    costs.again.push(await timed(() => ours(['rules', 'scan', rules, at(golden)], fresh)));
    costs.command.push(
      await timed(() => quietly(openGrep, ['scan', ...flags, '--config', rules, '.'], changed)),
    );
    await rm(fresh, { recursive: true });
  }
  say(`${name}, OpenGrep rules, ${count} changed files, load ${loadavg()[0]?.toFixed(1)}`);
  report(costs);
  say(`  first / core ${ratio(costs.first, costs.core)}`);
}

/**
 * Writes the files of golden that differ from base, and an ignore list that keeps OpenGrep from
 * skipping any.
 */
async function writeChanged(
  { gitDir, base, golden }: PublishedInstance,
  folder: string,
): Promise<number> {
  const { stdout } = await execa('git', [
    '--git-dir',
    gitDir,
    'diff',
    '--name-only',
    '--diff-filter=d',
    base,
    golden,
  ]);
  await writeTree(gitDir, golden, folder, stdout.split('\n'));
  await writeFile(join(folder, '.semgrepignore'), '');
  return stdout.split('\n').length;
}

/**
 * Returns the command that the front end of OpenGrep would run, with its files of rules and
 * targets.
 */
async function coreCommand(rules: string, tree: string, home: string): Promise<readonly string[]> {
  const { all } = await execa(
    openGrep,
    [
      'scan',
      '--dump-command-for-core',
      '--no-git-ignore',
      '--max-target-bytes=0',
      '--config',
      rules,
      '.',
    ],
    { cwd: tree, env: { HOME: home }, all: true, reject: false },
  );
  const command = all.split('\n').find((line) => line.includes('opengrep-core '));
  if (command === undefined) throw new Error(`no command for the core: ${all}`);
  return command.trim().split(' ');
}

async function raceAstGrep(instance: PublishedInstance, folder: string): Promise<void> {
  const { name, base, gitDir } = instance;
  const rules = join(folder, 'rules');
  const tree = join(folder, 'base');
  const count = (await writeRules(instance, rules)).length;
  await writeTree(gitDir, base, tree);
  const config = join(folder, 'sgconfig.yml');
  await writeFile(config, JSON.stringify({ ruleDirs: ['rules'] }));
  const ignores = ['hidden', 'dot', 'exclude', 'global', 'parent', 'vcs'];
  const flags = ignores.flatMap((one) => ['--no-ignore', one]);
  const costs = { astGrep: [] as Cost[], cold: [] as Cost[], known: [] as Cost[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.astGrep.push(
      await timed(() => quietly(astGrep, ['scan', '--json=stream', '-c', config, ...flags], tree)),
    );
    const state = join(folder, `ast-grep-state-${round}`);
    const scan = (): Promise<void> => ours(['rules', 'scan', rules, tree, '--json'], state);
    costs.cold.push(await timed(scan));
    costs.known.push(await timed(scan));
  }
  const { stdout } = await execa('git', [
    '--git-dir',
    gitDir,
    'ls-tree',
    '-r',
    '--name-only',
    base,
  ]);
  const files = stdout.split('\n').length;
  say(`${name}, ${count} ast-grep rules, ${files} files, load ${loadavg()[0]?.toFixed(1)}`);
  report(costs);
  say(`  cold / ast-grep ${ratio(costs.cold, costs.astGrep)}`);
}

async function ours(args: readonly string[], stateDir: string): Promise<void> {
  await quietly(process.execPath, [refbench, ...args, '--state-dir', stateDir], scratch, [0]);
}

/**
 * Runs a program and discards its output. Throws if it fails, because a failure invalidates the
 * comparison.
 */
async function quietly(
  program: string,
  args: readonly string[],
  cwd: string,
  // ast-grep exits with 1 if a rule of severity error has matched.
  good: readonly number[] = [0, 1],
): Promise<void> {
  const { exitCode, stderr } = await execa(program, args, {
    cwd,
    stdout: 'ignore',
    reject: false,
  });
  if (exitCode === undefined || !good.includes(exitCode)) {
    throw new Error(`${program} ended with ${exitCode}: ${stderr}`);
  }
}

/** Prints all rounds: wall time and processor time of all processes in seconds. */
function report(costs: Readonly<Record<string, readonly Cost[]>>): void {
  for (const [name, rounds] of Object.entries(costs)) {
    const texts = rounds.map(({ wall, cpu }) => `${seconds(wall)} (${seconds(cpu)})`);
    say(`  ${name.padEnd(8)} ${texts.join('  ')}`);
  }
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}

/** Ratio of the best rounds. */
function ratio(left: readonly Cost[], right: readonly Cost[]): string {
  const best = (costs: readonly Cost[], key: keyof Cost): number =>
    Math.min(...costs.map((cost) => Math.max(cost[key], 10)));
  const of = (key: keyof Cost): string => (best(left, key) / best(right, key)).toFixed(2);
  return `${of('wall')} (processor ${of('cpu')})`;
}
