import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseJson } from '@refbench/files';
import type { OpengrepProgram } from '../program/opengrep-program.ts';
import { programReportSchema, type ProgramReport } from './program-report.ts';
import { runLimited, type ProgramLimits } from './run-limited.ts';
import { scratchFolder } from './scratch-folder.ts';

/** A file below the folder that is scanned, and what is to read it. */
export interface Target {
  readonly path: string;
  /** Ids of OpenGrep's languages. */
  readonly analyzers: readonly string[];
}

export interface ProgramRun {
  /** Holds the targets, and maybe more. */
  readonly folder: string;
  /** Complete OpenGrep rules, with ids that need no quoting. */
  readonly rules: readonly object[];
  readonly targets: readonly Target[];
  readonly limits: ProgramLimits;
  /** Of one rule on one file. */
  readonly ruleTimeoutSeconds: number;
  readonly signal: AbortSignal | undefined;
}

export type RunEnd =
  | { readonly kind: 'report'; readonly report: ProgramReport }
  | { readonly kind: 'failed'; readonly reason: string };

/** OpenGrep gives up a file with more matches of one rule, which is an error of the rule. */
const MAX_MATCHES_A_FILE = 100_000;

/** Another thread pays off only for so many targets. */
const TARGETS_A_JOB = 25;

/** Runs the program once; whatever is no complete report is a failure with its reason. */
export async function runProgram(program: OpengrepProgram, run: ProgramRun): Promise<RunEnd> {
  run.signal?.throwIfAborted();
  await using scratch = await scratchFolder();
  const home = join(scratch.path, 'home');
  await mkdir(home);
  const rules = join(scratch.path, 'rules.json');
  // JSON is YAML: no text of a rule can be taken for syntax.
  await writeFile(rules, JSON.stringify({ rules: run.rules }));
  const takesTargets = program.takes === 'targets';
  const args = takesTargets
    ? await coreArguments(run, rules, join(scratch.path, 'targets.json'))
    : folderArguments(program, run, rules);
  const end = await runLimited(program.path, args, {
    ...run.limits,
    cwd: takesTargets ? run.folder : await linkTargets(run, join(scratch.path, 'tree')),
    home,
    cacheDir: program.cacheDir,
    signal: run.signal,
  });
  run.signal?.throwIfAborted();
  if (end.kind === 'failed') return end;
  const report = parseJson(end.stdout, programReportSchema);
  if (report.kind === 'valid') {
    return {
      kind: 'report',
      report: takesTargets ? report.value : withoutIgnoreFile(run, report.value),
    };
  }
  const reason = `it ended with exit code ${end.exitCode} and wrote no report (${report.reason})`;
  return { kind: 'failed', reason };
}

async function coreArguments(
  { targets, ruleTimeoutSeconds }: ProgramRun,
  rulesFile: string,
  targetsFile: string,
): Promise<readonly string[]> {
  const list = targets.flatMap(({ path, analyzers }) =>
    analyzers.map((analyzer) => ['CodeTarget', { path, analyzer, products: ['sast'] }]),
  );
  await writeFile(targetsFile, JSON.stringify(list));
  return [
    ...['-json_nodots', '-rules', rulesFile, '-targets', targetsFile],
    ...['-j', String(jobsFor(list.length))],
    ...['-timeout', String(ruleTimeoutSeconds), '-timeout_threshold', '0'],
    // The address space is limited from outside: OpenGrep's own limit is polled.
    ...['-max_memory', '0', '-max_match_per_file', String(MAX_MATCHES_A_FILE), '-fast'],
  ];
}

function folderArguments(
  { path }: OpengrepProgram,
  { targets, ruleTimeoutSeconds }: ProgramRun,
  rulesFile: string,
): readonly string[] {
  return [
    ...['scan', '--json', '--no-git-ignore', '--disable-nosem', '--disable-version-check'],
    ...(basename(path).startsWith('semgrep') ? ['--metrics=off'] : []),
    ...['--max-target-bytes=0', `--timeout=${ruleTimeoutSeconds}`, '--timeout-threshold=0'],
    ...['--max-memory=0', `--jobs=${jobsFor(targets.length)}`, `--config=${rulesFile}`, '.'],
  ];
}

/** Tells the command line what to leave out. An empty list turns the built-in one off. */
const IGNORE_FILE = '.semgrepignore';

/** A folder that holds the targets only. */
async function linkTargets({ folder, targets }: ProgramRun, into: string): Promise<string> {
  await mkdir(into);
  for (const { path } of targets) {
    await mkdir(dirname(join(into, path)), { recursive: true });
    await link(join(folder, path), join(into, path));
  }
  await rm(join(into, IGNORE_FILE), { force: true });
  await writeFile(join(into, IGNORE_FILE), '');
  return into;
}

/** The tree's own list cannot be scanned by a program that would obey it. */
function withoutIgnoreFile({ targets }: ProgramRun, report: ProgramReport): ProgramReport {
  const own = targets.find(({ path }) => path === IGNORE_FILE);
  if (own === undefined) return report;
  const reason = 'this program cannot scan its own list of ignored files';
  const missing = { effect: 'file' as const, rule: undefined, path: own.path, reason };
  return { ...report, errors: [...report.errors, missing] };
}

function jobsFor(targets: number): number {
  return Math.max(1, Math.min(availableParallelism(), Math.ceil(targets / TARGETS_A_JOB)));
}
