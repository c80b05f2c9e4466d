import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Witness } from '@refbench/contracts';
import { parseJson } from '@refbench/files';
import type { SourceFile } from '../../rule.ts';
import type { ScanError, ScanResult } from '../../scan-result.ts';
import { inOrder } from '../../witness-order.ts';
import { utf16Columns, type ColumnMap } from './byte-columns.ts';
import type { ExternalProgram } from './external-program.ts';
import {
  complaintsOf,
  programReportSchema,
  relativePath,
  type Finding,
  type ProgramReport,
} from './program-report.ts';
import { runLimited, type ProgramLimits } from './run-limited.ts';
import { writeTemporaryTree, type TemporaryTree } from './temporary-tree.ts';

/** An OpenGrep rule as it is written, for the program to understand. */
export interface ExternalRule {
  /** Unique among the rules of a scan. */
  readonly id: string;
  readonly definition: Readonly<Record<string, unknown>>;
}

export interface ExternalScanOptions {
  readonly limits?: Partial<ProgramLimits>;
  /** Of one rule on one file. */
  readonly ruleTimeoutSeconds?: number;
  readonly jobs?: number;
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_LIMITS: ProgramLimits = {
  timeoutMs: 30 * 60_000,
  memoryMb: 12_000,
  outputBytes: 512 * 2 ** 20,
};

const DEFAULT_RULE_TIMEOUT_SECONDS = 30;
const MAX_MATCHING_MB = 4_000;

/**
 * All matches of OpenGrep rules, by a program, in a temporary copy of the files. A program that
 * fails, times out or writes what is not understood is an error of every rule, never "no match".
 */
export async function scanExternally(
  program: ExternalProgram,
  rules: readonly ExternalRule[],
  files: Iterable<SourceFile> | AsyncIterable<SourceFile>,
  options: ExternalScanOptions = {},
): Promise<ScanResult> {
  if (rules.length === 0) return { witnesses: [], skipped: [], errors: [], broken: [] };
  await using tree = await writeTemporaryTree(files);
  const config = await writeConfig(tree, rules);
  const end = await runLimited(program.path, scanArguments(program, config, options), {
    ...DEFAULT_LIMITS,
    ...options.limits,
    cwd: tree.root,
    home: await makeHome(tree),
    signal: options.signal,
  });
  options.signal?.throwIfAborted();
  if (end.kind === 'failed') return failedScan(tree, rules, `${program.name} ${end.reason}`);
  const report = parseJson(end.stdout, programReportSchema);
  if (report.kind === 'invalid') {
    const reason = `${program.name} ended with exit code ${end.exitCode} and wrote no report (${report.reason})`;
    return failedScan(tree, rules, reason);
  }
  return await resultOf(tree, rules, report.value);
}

/** Ids of our own: a program puts folder names before ids and takes what follows a dot for another. */
function checkIdOf(index: number): string {
  return `rule-${index}`;
}

async function writeConfig(tree: TemporaryTree, rules: readonly ExternalRule[]): Promise<string> {
  const folder = join(tree.dir, 'rules');
  await mkdir(folder);
  const path = join(folder, 'rules.json');
  // JSON is YAML: no text of a rule can be taken for syntax.
  const definitions = rules.map(({ definition }, index) => ({
    ...matchingPart(definition),
    id: checkIdOf(index),
    message: checkIdOf(index),
    severity: 'INFO',
  }));
  await writeFile(path, JSON.stringify({ rules: definitions }));
  return path;
}

/** What acts on a match, or asks servers about it, decides none. */
function matchingPart(definition: ExternalRule['definition']): Record<string, unknown> {
  const { fix: _fix, 'fix-regex': _fixRegex, metadata: _metadata, ...kept } = definition;
  const { validators: _validators, ...matching } = kept;
  return matching;
}

async function makeHome(tree: TemporaryTree): Promise<string> {
  const home = join(tree.dir, 'home');
  await mkdir(home);
  return home;
}

function scanArguments(
  program: ExternalProgram,
  config: string,
  options: ExternalScanOptions,
): readonly string[] {
  const { jobs = 2, ruleTimeoutSeconds = DEFAULT_RULE_TIMEOUT_SECONDS } = options;
  return [
    'scan',
    '--json',
    '--no-git-ignore',
    '--disable-nosem',
    '--disable-version-check',
    ...(program.name === 'semgrep' ? ['--metrics=off'] : []),
    '--max-target-bytes=0',
    `--timeout=${ruleTimeoutSeconds}`,
    '--timeout-threshold=0',
    `--max-memory=${MAX_MATCHING_MB}`,
    `--jobs=${jobs}`,
    `--config=${config}`,
    '.',
  ];
}

async function resultOf(
  tree: TemporaryTree,
  rules: readonly ExternalRule[],
  report: ProgramReport,
): Promise<ScanResult> {
  const ids = new Map(rules.map(({ id }, index) => [checkIdOf(index), id]));
  const ruleId = (checkId: string): string =>
    ids.get(checkId.slice(checkId.lastIndexOf('.') + 1)) ?? checkId;
  const columns = new Map<string, ColumnMap>();
  const witnesses: Witness[] = [];
  const foreign: ScanError[] = [];
  for (const finding of report.results) {
    const file = relativePath(finding.path);
    if (!tree.files.has(file)) {
      foreign.push({ rule: ruleId(finding.check_id), file, reason: 'no such file was scanned' });
      continue;
    }
    const known = columns.get(file) ?? utf16Columns(await readFile(join(tree.root, file)));
    columns.set(file, known);
    witnesses.push(witnessOf(ruleId(finding.check_id), file, finding, known));
  }
  const { broken, errors } = complaintsOf(report, ruleId);
  return {
    witnesses: inOrder(witnesses),
    skipped: tree.skipped,
    errors: [...errors, ...foreign],
    broken,
  };
}

function witnessOf(rule: string, file: string, finding: Finding, columns: ColumnMap): Witness {
  const { start, end } = finding;
  return {
    rule,
    file,
    start: { line: start.line, column: columns(start.line, start.col) },
    end: { line: end.line, column: columns(end.line, end.col) },
  };
}

function failedScan(
  tree: TemporaryTree,
  rules: readonly ExternalRule[],
  reason: string,
): ScanResult {
  const errors = rules.map(({ id }) => ({ rule: id, file: '', reason }));
  return { witnesses: [], skipped: tree.skipped, errors, broken: [] };
}
