import { fileURLToPath } from 'node:url';
import type { Witness } from '@refbench/contracts';
import { z } from 'zod';
import type { SourceFile } from '../rule.ts';
import type { ScanError, ScanResult, SkippedFile } from '../scan-result.ts';
import { ScannerProcess } from '../scanner-process.ts';
import { sourceText } from '../source-text.ts';
import { inOrder } from '../witness-order.ts';
import type { OpengrepRule } from './import/rule-files.ts';
import { pathFilter, type PathFilter } from './path-filter.ts';
import { linePlaces } from './scan/line-places.ts';
import {
  opengrepScanAnswerSchema,
  ruleAnswersSchema,
  type OpengrepScanAnswer,
  type RuleAnswer,
} from './scan/messages.ts';

export interface NativeScan {
  /** Rules that cannot be compiled, with the reason. */
  readonly unsupported: ReadonlyMap<string, string>;
  /** Of the others. */
  readonly result: ScanResult;
}

const scannerPath = fileURLToPath(new URL('../../bin/opengrep-scanner.mjs', import.meta.url));

const COMPILE_MS = 120_000;
/** All rules on one file; then each alone, to name the one at fault. */
const FILE_MS = 120_000;
const RULE_MS = 30_000;

interface WantedRule {
  readonly id: string;
  readonly index: number;
  readonly extensions: readonly string[] | null;
  readonly paths: PathFilter;
}

/**
 * All matches of OpenGrep rules by our own engine, in a child process. What a rule or a file does to
 * that process is an entry of the result, never "no match".
 */
export async function scanNatively(
  rules: readonly OpengrepRule[],
  files: Iterable<SourceFile> | AsyncIterable<SourceFile>,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<NativeScan> {
  const greeting = { kind: 'rules', rules: rules.map(({ definition }) => definition) };
  await using scanner = new ScannerProcess(greeting, scannerPath);
  const answers = await compileAll(scanner, greeting);
  const unsupported = new Map<string, string>();
  const wanted: WantedRule[] = [];
  for (const [index, rule] of rules.entries()) {
    const answer = answers[index] ?? { unsupported: 'the compiler gave no answer' };
    if ('unsupported' in answer) unsupported.set(rule.id, answer.unsupported);
    else wanted.push({ id: rule.id, index, extensions: answer.extensions, paths: pathsOf(rule) });
  }
  const witnesses: Witness[] = [];
  const errors: ScanError[] = [];
  const skipped: SkippedFile[] = [];
  for await (const { path, bytes } of files) {
    signal?.throwIfAborted();
    const fitting = wanted.filter((rule) => wants(rule, path));
    if (fitting.length === 0) continue;
    const source = sourceText(bytes);
    if (source.kind === 'skipped') skipped.push({ file: path, reason: source.reason });
    else
      for (const found of await scanFile(scanner, path, source.text(), fitting)) {
        if ('reason' in found) errors.push(found);
        else witnesses.push(found);
      }
  }
  return { unsupported, result: { witnesses: inOrder(witnesses), skipped, errors, broken: [] } };
}

/** A rule that hangs or kills the compiler is found by asking for each alone. */
async function compileAll(
  scanner: ScannerProcess,
  greeting: { readonly kind: string; readonly rules: readonly unknown[] },
): Promise<readonly RuleAnswer[]> {
  const answer = await scanner.ask(greeting, COMPILE_MS);
  if (answer.kind === 'answered') return ruleAnswersSchema.parse(answer.value);
  return greeting.rules.map(() => ({ unsupported: 'the compiler did not get through the rules' }));
}

const pathsSchema = z.object({
  paths: z
    .object({ include: z.array(z.string()).nullish(), exclude: z.array(z.string()).nullish() })
    .nullish(),
});

/** A rule whose paths are not understood does not compile, so that these are never used. */
function pathsOf(rule: OpengrepRule): PathFilter {
  const parsed = pathsSchema.safeParse(rule.definition);
  const paths = parsed.success ? parsed.data.paths : undefined;
  return pathFilter(paths?.include ?? [], paths?.exclude ?? []);
}

function wants({ extensions, paths }: WantedRule, path: string): boolean {
  return (
    (extensions === null || extensions.some((extension) => path.endsWith(extension))) &&
    paths.admits(path)
  );
}

async function scanFile(
  scanner: ScannerProcess,
  path: string,
  text: string,
  rules: readonly WantedRule[],
): Promise<readonly (Witness | ScanError)[]> {
  const ask = async (some: readonly WantedRule[], timeoutMs: number): Promise<unknown> => {
    const question = { kind: 'scan', path, text, rules: some.map(({ index }) => index) };
    const answer = await scanner.ask(question, timeoutMs);
    return answer.kind === 'answered' ? answer.value : answer.kind;
  };
  const places = linePlaces(text);
  const read = (
    some: readonly WantedRule[],
    answer: OpengrepScanAnswer,
  ): readonly (Witness | ScanError)[] =>
    some.flatMap(({ id }, index): readonly (Witness | ScanError)[] => {
      const found = answer[index] ?? { error: 'no answer' };
      if ('error' in found) return [{ rule: id, file: path, reason: found.error }];
      return pairs(found.offsets).map(([start, end]) => ({
        rule: id,
        file: path,
        ...places(start, end),
      }));
    });
  const together = await ask(rules, FILE_MS);
  if (typeof together !== 'string') return read(rules, opengrepScanAnswerSchema.parse(together));
  const found: (Witness | ScanError)[] = [];
  let failures = 0;
  for (const rule of rules) {
    // A file that no rule gets through is not tried again for each of a hundred rules.
    const alone = failures < MAX_FAILURES_A_FILE ? await ask([rule], RULE_MS) : together;
    if (typeof alone === 'string') {
      failures += 1;
      found.push({ rule: rule.id, file: path, reason: `the scan ${alone}` });
    } else found.push(...read([rule], opengrepScanAnswerSchema.parse(alone)));
  }
  return found;
}

const MAX_FAILURES_A_FILE = 3;

function pairs(numbers: readonly number[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    found.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  }
  return found;
}
