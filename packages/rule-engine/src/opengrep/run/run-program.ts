import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { parseJson } from '@refbench/base';
import type { OpengrepProgram } from '../program/opengrep-program.ts';
import { programReportSchema, type ProgramReport } from './program-report.ts';
import { runLimited, type ProgramLimits } from '../process/run-limited.ts';
import { scratchFolder } from '../process/scratch-folder.ts';

/** A file below the scanned folder and its analyzers. */
export interface Target {
  readonly path: string;
  /** Ids of OpenGrep languages. */
  readonly analyzers: readonly string[];
}

export interface ProgramRun {
  /** The folder with the targets. It may contain other files. */
  readonly folder: string;
  /** Complete OpenGrep rules with ids that do not need quoting. */
  readonly rules: readonly object[];
  readonly targets: readonly Target[];
  readonly limits: ProgramLimits;
  /** Timeout of one rule on one file. */
  readonly ruleTimeoutSeconds: number;
  readonly signal: AbortSignal | undefined;
}

export type RunEnd =
  | { readonly kind: 'report'; readonly report: ProgramReport }
  | { readonly kind: 'failed'; readonly reason: string };

/** If a rule has more matches in a file, OpenGrep reports an error of the rule. */
const MAX_MATCHES_PER_FILE = 100_000;

/** An additional thread pays off only for this many targets. */
const TARGETS_PER_JOB = 25;

/** Runs the program once. Anything except a complete report is a failure. */
export async function runProgram(program: OpengrepProgram, run: ProgramRun): Promise<RunEnd> {
  run.signal?.throwIfAborted();
  await using scratch = await scratchFolder();
  const home = join(scratch.path, 'home');
  await mkdir(home);
  const rules = join(scratch.path, 'rules.json');
  // JSON is valid YAML and avoids quoting problems.
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
    '-json_nodots',
    '-rules',
    rulesFile,
    '-targets',
    targetsFile,
    '-j',
    String(jobsFor(list.length)),
    '-timeout',
    String(ruleTimeoutSeconds),
    '-timeout_threshold',
    '0',
    '-max_memory',
    '0',
    '-max_match_per_file',
    String(MAX_MATCHES_PER_FILE),
    '-fast',
  ];
}

function folderArguments(
  { path }: OpengrepProgram,
  { targets, ruleTimeoutSeconds }: ProgramRun,
  rulesFile: string,
): readonly string[] {
  return [
    'scan',
    '--json',
    '--no-git-ignore',
    '--disable-nosem',
    '--disable-version-check',
    ...(basename(path).startsWith('semgrep') ? ['--metrics=off'] : []),
    '--max-target-bytes=0',
    `--timeout=${ruleTimeoutSeconds}`,
    '--timeout-threshold=0',
    '--max-memory=0',
    `--jobs=${jobsFor(targets.length)}`,
    `--config=${rulesFile}`,
    '.',
  ];
}

/** The ignore list of the command line. An empty file disables the built-in list. */
const IGNORE_FILE = '.semgrepignore';

/** Creates a folder with only the targets. */
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

/** Reports that the ignore list of the tree was not scanned, because the program would apply it. */
function withoutIgnoreFile({ targets }: ProgramRun, report: ProgramReport): ProgramReport {
  const own = targets.find(({ path }) => path === IGNORE_FILE);
  if (own === undefined) return report;
  const reason = 'this program cannot scan its own list of ignored files';
  const missing = { effect: 'file' as const, rule: undefined, path: own.path, reason };
  return { ...report, errors: [...report.errors, missing] };
}

function jobsFor(targets: number): number {
  return Math.max(1, Math.min(availableParallelism(), Math.ceil(targets / TARGETS_PER_JOB)));
}
