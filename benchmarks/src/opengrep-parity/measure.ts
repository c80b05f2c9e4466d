import { join } from 'node:path';
import type { Witness } from '@refbench/contracts';
import { digestOf, parseJson, writeFileAtomic } from '@refbench/files';
import { readFile } from 'node:fs/promises';
import { openTree } from '@refbench/repos';
import {
  importRules,
  readOpengrepRules,
  scanExternally,
  scanResultSchema,
  type ExternalProgram,
  type ImportOptions,
  type VerifiedRule,
} from '@refbench/rule-engine';
import { operatorsOf } from './operators-of.ts';

/** Rules with the two trees that they are compared on. */
export interface Subject {
  readonly name: string;
  readonly rules: readonly string[];
  readonly base: string;
  readonly golden: string;
}

/** What became of one rule; the record of `--json`. */
export interface RuleParity {
  readonly subject: string;
  readonly id: string;
  readonly languages: readonly string[];
  readonly operators: readonly string[];
  readonly status: VerifiedRule['status'];
  readonly reason: string;
  readonly counts: VerifiedRule['counts'];
  /** The native engine has the program's matches, on both trees. Null where one gave no answer. */
  readonly exact: boolean | null;
  readonly exactColumns: boolean | null;
  /** The counts alone would have let it run natively, and it differs. */
  readonly falselyNative: boolean;
  readonly missing: readonly Witness[];
  readonly extra: readonly Witness[];
}

export interface MeasureOptions {
  readonly program: ExternalProgram;
  readonly mirror: string | undefined;
  readonly cacheDir: string;
  /** Keeps the program's scans, which take most of the time. */
  readonly keep: string | undefined;
}

const EXAMPLES = 5;

export async function measure(
  subject: Subject,
  options: MeasureOptions,
): Promise<readonly RuleParity[]> {
  const rules = await readOpengrepRules(subject.rules);
  await using base = await openTree(subject.base, options);
  await using golden = await openTree(subject.golden, options);
  const trees = [base.name, golden.name];
  const verified = await importRules(rules, {
    base: () => base.files(),
    golden: () => golden.files(),
    program: options.program,
    ...(options.keep !== undefined && {
      scanWithProgram: keepScans(options.keep, digestOf({ trees }), options.program),
    }),
  });
  return verified.map((rule) => parityOf(subject.name, rule));
}

/** The same scans in the same order are the same: base, then golden. */
function keepScans(
  dir: string,
  key: string,
  { name, version }: ExternalProgram,
): NonNullable<ImportOptions['scanWithProgram']> {
  let scans = 0;
  return async (program, rules, files, options) => {
    scans += 1;
    const definitions = rules.map(({ definition }) => definition);
    const digest = digestOf({ key, scans, name, version, definitions });
    const path = join(dir, `${digest.slice('sha256:'.length)}.json`);
    const text = await readFile(path, 'utf8').catch(() => '');
    const kept = parseJson(text, scanResultSchema);
    if (kept.kind === 'valid') return kept.value;
    const fresh = await scanExternally(program, rules, files, options);
    await writeFileAtomic(path, JSON.stringify(fresh));
    return fresh;
  };
}

function parityOf(subject: string, verified: VerifiedRule): RuleParity {
  const { rule, status, reason, counts, comparison } = verified;
  const pairs = comparison === undefined ? [] : [comparison.base, comparison.golden];
  const exact = pairs.length === 0 ? null : pairs.every(({ equal }) => equal);
  const { published, native } = counts;
  const countsAgree =
    published !== null && published.base === native?.base && published.golden === native.golden;
  return {
    subject,
    id: rule.id,
    languages: rule.languages,
    operators: operatorsOf(rule.definition),
    status,
    reason,
    counts,
    exact,
    exactColumns: pairs.length === 0 ? null : pairs.every(({ equalColumns }) => equalColumns),
    falselyNative: exact === false && countsAgree,
    missing: pairs.flatMap(({ missing }) => missing).slice(0, EXAMPLES),
    extra: pairs.flatMap(({ extra }) => extra).slice(0, EXAMPLES),
  };
}
