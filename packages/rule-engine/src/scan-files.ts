import type { Witness } from '@refbench/contracts';
import { languageOfPath, type Language } from './language.ts';
import { mayMatch, requiredLiterals, type RequiredLiterals } from './required-literals.ts';
import type { Rule, SourceFile } from './rule.ts';
import { scanFile, type ScanJob, type ScanTimeouts } from './scan-file.ts';
import type { ScanError, ScanResult, SkippedFile } from './scan-result.ts';
import { ScannerProcess } from './scanner-process.ts';
import { sourceText } from './source-text.ts';
import { inOrder } from './witness-order.ts';

export interface ScanOptions {
  /** Checked between files; the scan then rejects with its reason. */
  readonly signal?: AbortSignal;
  readonly timeouts?: ScanTimeouts;
}

/** Generous: only a quadratic rule on a hostile file comes near them. */
const DEFAULT_TIMEOUTS: ScanTimeouts = { fileMs: 60_000, ruleMs: 20_000 };

interface IndexedRule {
  readonly rule: Rule;
  readonly index: number;
  readonly literals: RequiredLiterals;
}

/**
 * All matches of all rules in all files. A file is scanned by the rules of its extension's language
 * whose `files` and `ignores` admit its path; comments in the source do not suppress a match.
 * Files are held one at a time, so a large tree may be streamed. Failures of a rule, a file or the
 * engine are entries of the result; only an aborted signal or a failing `files` rejects.
 */
export async function scanFiles(
  rules: readonly Rule[],
  files: Iterable<SourceFile> | AsyncIterable<SourceFile>,
  options: ScanOptions = {},
): Promise<ScanResult> {
  const { signal, timeouts = DEFAULT_TIMEOUTS } = options;
  const byLanguage = indexByLanguage(rules);
  await using scanner = new ScannerProcess({
    kind: 'rules',
    matchers: rules.map((rule) => rule.matcher),
  });
  const witnesses: Witness[] = [];
  const skipped: SkippedFile[] = [];
  const errors: ScanError[] = [];
  const broken: string[] = [];
  for await (const file of files) {
    signal?.throwIfAborted();
    const job = jobFor(file, byLanguage);
    if (job === undefined) continue;
    if ('reason' in job) {
      skipped.push(job);
      continue;
    }
    const found = await scanFile(job, scanner, timeouts);
    for (const witness of found.witnesses) witnesses.push(witness);
    errors.push(...found.errors);
    if (found.broken) broken.push(file.path);
  }
  return { witnesses: inOrder(witnesses), skipped, errors, broken: broken.sort() };
}

function indexByLanguage(rules: readonly Rule[]): ReadonlyMap<Language, readonly IndexedRule[]> {
  const byLanguage = new Map<Language, IndexedRule[]>();
  for (const [index, rule] of rules.entries()) {
    const same = byLanguage.get(rule.language) ?? [];
    same.push({ rule, index, literals: requiredLiterals(rule.matcher) });
    byLanguage.set(rule.language, same);
  }
  return byLanguage;
}

/** Undefined where no rule wants the file. A file whose rules are all ruled out is still parsed. */
function jobFor(
  { path, bytes }: SourceFile,
  byLanguage: ReadonlyMap<Language, readonly IndexedRule[]>,
): ScanJob | SkippedFile | undefined {
  const language = languageOfPath(path);
  if (language === undefined) return undefined;
  const wanted = (byLanguage.get(language) ?? []).filter(({ rule }) => rule.scope.includes(path));
  if (wanted.length === 0) return undefined;
  const source = sourceText(bytes);
  if (source.kind === 'skipped') return { file: path, reason: source.reason };
  const { text } = source;
  const rules = wanted
    .filter(({ literals }) => mayMatch(literals, text))
    .map(({ rule, index }) => ({ id: rule.id, index }));
  return { path, language, text, rules };
}
