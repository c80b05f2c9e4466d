import { fileURLToPath } from 'node:url';
import type { Witness } from '@refbench/contracts';
import { digestOf, sha256OfBytes } from '@refbench/files';
import { z } from 'zod';
import type { SourceFile } from '../rule.ts';
import type { ScanError, ScanResult, SkippedFile } from '../scan-result.ts';
import { ScannerPool } from '../scanner-pool.ts';
import { ScannerProcess } from '../scanner-process.ts';
import { sourceText } from '../source-text.ts';
import { TaskQueue } from '../task-queue.ts';
import { errorsInOrder, inOrder } from '../witness-order.ts';
import type { OpengrepRule } from './import/rule-files.ts';
import { pathFilter, type PathFilter } from './path-filter.ts';
import { ruleAnswersSchema, type RuleAnswer } from './scan/messages.ts';
import { scanFile } from './scan/scan-file.ts';

export interface NativeScanOptions {
  /** Checked between files; the scan then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

type Found = Witness | ScanError;

const scannerPath = fileURLToPath(new URL('../../bin/opengrep-scanner.mjs', import.meta.url));

const COMPILE_MS = 120_000;
/** Our matcher is slower than the parsers' own, so another process pays off sooner. */
const WORTH_A_START = 60_000;

/** Enough that none waits for the reading of files. */
const FILES_A_SCANNER = 4;

interface WantedRule {
  readonly id: string;
  readonly index: number;
  readonly extensions: readonly string[] | null;
  readonly paths: PathFilter;
}

/** Our own engine, ready for a set of rules. */
export interface NativeScanner extends AsyncDisposable {
  /** Rules that cannot be compiled, with the reason. */
  readonly unsupported: ReadonlyMap<string, string>;
  /** All matches of the others. A file that an earlier tree had in the same place is not matched again. */
  scan(files: Iterable<SourceFile> | AsyncIterable<SourceFile>): Promise<ScanResult>;
}

/**
 * Compiles OpenGrep rules in child processes and matches there. What a rule or a file does to such a
 * process is an entry of the result, never "no match".
 */
export async function openNativeScanner(
  rules: readonly OpengrepRule[],
  { signal }: NativeScanOptions = {},
): Promise<NativeScanner> {
  const greeting = { kind: 'rules', rules: rules.map(({ definition }) => definition) };
  const pool = new ScannerPool(() => new ScannerProcess(greeting, scannerPath), {
    worthAStart: WORTH_A_START,
  });
  const answers = await pool.use(0, (scanner) => compileAll(scanner, greeting));
  const unsupported = new Map<string, string>();
  const wanted: WantedRule[] = [];
  for (const [index, rule] of rules.entries()) {
    const answer = answers[index] ?? { unsupported: 'the compiler gave no answer' };
    if ('unsupported' in answer) unsupported.set(rule.id, answer.unsupported);
    else wanted.push({ id: rule.id, index, extensions: answer.extensions, paths: pathsOf(rule) });
  }
  const known = new Map<string, readonly Found[]>();
  return {
    unsupported,
    async scan(files) {
      const found: Found[] = [];
      const skipped: SkippedFile[] = [];
      const queue = new TaskQueue(pool.size * FILES_A_SCANNER);
      for await (const { path, bytes } of files) {
        signal?.throwIfAborted();
        const fitting = wanted.filter((rule) => wants(rule, path));
        if (fitting.length === 0) continue;
        const source = sourceText(bytes);
        if (source.kind === 'skipped') {
          skipped.push({ file: path, reason: source.reason });
          continue;
        }
        const key = digestOf({ path, content: sha256OfBytes(bytes) });
        const before = known.get(key);
        if (before !== undefined) found.push(...before);
        else
          await queue.add(async () => {
            const text = source.text();
            const fresh = await pool.use(text.length, (one) => scanFile(one, path, text, fitting));
            known.set(key, fresh);
            found.push(...fresh);
          });
      }
      await queue.drain();
      return resultOf(found, skipped);
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function resultOf(found: readonly Found[], skipped: readonly SkippedFile[]): ScanResult {
  const witnesses: Witness[] = [];
  const errors: ScanError[] = [];
  for (const one of found) {
    if ('reason' in one) errors.push(one);
    else witnesses.push(one);
  }
  return { witnesses: inOrder(witnesses), skipped, errors: errorsInOrder(errors), broken: [] };
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
