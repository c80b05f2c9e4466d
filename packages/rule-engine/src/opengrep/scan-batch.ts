import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlannedRule } from '../matches/rule-engine.ts';
import type { OpengrepRule, SourceFile } from '../rule/rule.ts';
import { programRule } from './opengrep-rules.ts';
import type { OpengrepProgram } from './program/opengrep-program.ts';
import { utf16Columns, type ColumnMap } from './run/byte-columns.ts';
import { findCulprits, type Found } from './run/find-culprits.ts';
import { placeFiles, type Placement } from './run/place-files.ts';
import type { Finding } from './run/program-report.ts';
import type { ProgramLimits } from './process/run-limited.ts';
import { runProgram, type Target } from './run/run-program.ts';
import { scratchFolder } from './process/scratch-folder.ts';
import { languagesOfRule, reads } from './targets.ts';

/** The result for one file. */
export type FileOutcome =
  | { readonly kind: 'skipped'; readonly reason: string }
  | ({ readonly kind: 'scanned' } & FileFindings);

interface FileFindings {
  broken: boolean;
  /** Matches by rule index: four 0-based numbers per match, columns in UTF-16 code units. */
  readonly places: Map<number, number[]>;
  /** Reasons by rule index why its matches are unknown, in this file or in all files. */
  readonly errors: Map<number, { readonly reason: string; readonly everywhere: boolean }>;
}

export interface BatchLimits extends ProgramLimits {
  /** Timeout of one rule on one file. */
  readonly ruleTimeoutSeconds: number;
}

const DEFAULT_LIMITS: BatchLimits = {
  timeoutMs: 30 * 60_000,
  memoryMb: 12_000,
  outputBytes: 512 * 2 ** 20,
  // Generous, because it is wall-clock time and a busy machine must not affect matches.
  ruleTimeoutSeconds: 120,
};

export interface Batch {
  readonly rules: readonly PlannedRule<OpengrepRule>[];
  /** Files of several trees may have the same path. */
  readonly files: readonly SourceFile[];
  readonly limits?: Partial<BatchLimits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Runs all rules on all files in a temporary folder. Returns results in the order of the files. */
export async function scanBatch(
  program: OpengrepProgram,
  batch: Batch,
): Promise<readonly FileOutcome[]> {
  const { files, rules } = batch;
  await using scratch = await scratchFolder();
  const { placements, refused } = await placeFiles(
    scratch.path,
    files,
    rules.map(({ rule }) => rule),
  );
  const findings: FileFindings[] = files.map(() => ({
    broken: false,
    places: new Map(),
    errors: new Map(),
  }));
  for (const placement of placements) {
    const found = await findMatches(program, batch, placement);
    await collect(found, placement, batch, findings);
  }
  return findings.map((one, index) => {
    const reason = refused.get(index);
    return reason === undefined ? { kind: 'scanned', ...one } : { kind: 'skipped', reason };
  });
}

/** Generated rule ids do not need quoting. The command line prefixes them with the name of a folder. */
const nameOf = ({ index }: { readonly index: number }): string => `rule-${index}`;

function indexOf(name: string): number {
  return Number(name.slice(name.lastIndexOf('-') + 1));
}

async function findMatches(
  program: OpengrepProgram,
  { files, rules, limits, signal }: Batch,
  { folder, paths }: Placement,
): Promise<Found> {
  const { ruleTimeoutSeconds, ...processLimits } = { ...DEFAULT_LIMITS, ...limits };
  const definitions = new Map(
    rules.map((planned) => [nameOf(planned), definitionOf(planned)] as const),
  );
  const languages = [
    ...new Map(
      rules.flatMap(({ rule }) => languagesOfRule(rule).map((one) => [one.id, one] as const)),
    ).values(),
  ];
  const targets = [...paths].flatMap(([index, path]): readonly Target[] => {
    const file = files[index];
    if (file === undefined) return [];
    const analyzers = languages.filter((one) => reads(one, file)).map(({ id }) => id);
    return analyzers.length === 0 ? [] : [{ path, analyzers }];
  });
  if (targets.length === 0) return { findings: [], complaints: [] };
  return await findCulprits({ targets, rules: [...definitions.keys()] }, (trial) =>
    runProgram(program, {
      folder,
      targets: trial.targets,
      rules: trial.rules.flatMap((name) => definitions.get(name) ?? []),
      limits: processLimits,
      ruleTimeoutSeconds,
      signal,
    }),
  );
}

function definitionOf(planned: PlannedRule<OpengrepRule>): object {
  const { rule } = planned;
  return {
    message: rule.message,
    severity: 'INFO',
    ...programRule(rule.definition),
    languages: languagesOfRule(rule).map(({ id }) => id),
    id: nameOf(planned),
  };
}

async function collect(
  { findings, complaints }: Found,
  { folder, paths }: Placement,
  { rules }: Batch,
  results: readonly FileFindings[],
): Promise<void> {
  const byPath = new Map([...paths].map(([index, path]) => [path, results[index]]));
  const columns = new Map<string, ColumnMap>();
  for (const finding of findings) {
    const { check_id: name, path } = finding;
    const result = byPath.get(path);
    // A program that takes a folder also scans the ignore list that we created.
    if (result === undefined) continue;
    const known = columns.get(path) ?? utf16Columns(await readFile(join(folder, path)));
    columns.set(path, known);
    const places = result.places.get(indexOf(name)) ?? [];
    places.push(...placeOf(finding, known));
    result.places.set(indexOf(name), places);
  }
  for (const { effect, rule, path, reason } of complaints) {
    const concerned = path === undefined ? undefined : byPath.get(path);
    const error = { reason, everywhere: concerned === undefined };
    const indices = rule === undefined ? rules.map(({ index }) => index) : [indexOf(rule)];
    for (const result of concerned === undefined ? byPath.values() : [concerned]) {
      if (result === undefined) continue;
      if (effect === 'syntax') result.broken = true;
      else {
        for (const index of indices) {
          // OpenGrep skips a match without a location. If it is the only match, the rule would appear
          // not to match.
          if (effect !== 'match' || !result.places.has(index)) result.errors.set(index, error);
        }
      }
    }
  }
}

function placeOf({ start, end }: Finding, columns: ColumnMap): readonly number[] {
  return [
    start.line - 1,
    columns(start.line, start.col) - 1,
    end.line - 1,
    columns(end.line, end.col) - 1,
  ];
}
