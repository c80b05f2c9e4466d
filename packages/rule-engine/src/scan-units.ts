import type { ScanOptions, ScanTimeouts, ScanUnit, ShardResult } from './rule-engine.ts';
import type { AstGrepRule } from './rule.ts';
import { scanBatch, type ScanJob } from './scan-batch.ts';
import type { AstGrepPlan } from './scan-plan.ts';
import { ScannerPool } from './scanner-pool.ts';
import { ScannerProcess, type Greeting } from './scanner-process.ts';
import { sourceText } from './source-text.ts';
import { TaskQueue } from './task-queue.ts';

/** Generous: only a quadratic rule on a hostile file comes near them. */
const DEFAULT_TIMEOUTS: ScanTimeouts = { fileMs: 60_000, ruleMs: 20_000 };

/** Files that each take their time to the end may not keep a grader busy for days. */
const FILES_LOST = 10;

/** Loading the parsers takes as long as ast-grep takes for so many characters. */
const WORTH_A_START = 600_000;

/** Enough that work piles up where one scanner is too few. */
const BATCHES_A_SCANNER = 4;

/** Enough that the messages' own cost is small, little enough that all scanners have work. */
const BATCH = { files: 32, characters: 200_000 };

/**
 * Scans units on all scanners, and tells what came of each in no fixed order. Only a few batches are
 * in memory at a time.
 */
export async function scanUnits<T extends ScanUnit<AstGrepRule>>(
  plan: AstGrepPlan,
  units: Iterable<T> | AsyncIterable<T>,
  options: ScanOptions,
  onResult: (result: ShardResult<T>) => void,
): Promise<void> {
  const { signal, timeouts = DEFAULT_TIMEOUTS, parseAll = false } = options;
  const budget = { leftMs: timeouts.fileMs * FILES_LOST };
  const matchers = plan.rules.map((rule) => rule.matcher);
  const languages = [...new Set(plan.rules.map((rule) => rule.language))];
  const greeting: Greeting = { kind: 'rules', languages, matchers };
  await using pool = new ScannerPool(() => new ScannerProcess(greeting), {
    size: options.scanners,
    worthAStart: WORTH_A_START,
  });
  const queue = new TaskQueue(pool.size * BATCHES_A_SCANNER);
  let batch: { unit: T; job: ScanJob }[] = [];
  let characters = 0;
  const flush = async (): Promise<void> => {
    const [pairs, jobs, size] = [batch, batch.map(({ job }) => job), characters];
    batch = [];
    characters = 0;
    if (jobs.length === 0) return;
    await queue.add(async () => {
      const results = await pool.use(size, (scanner) => scanBatch(jobs, scanner, timeouts, budget));
      for (const [index, { unit }] of pairs.entries()) {
        const matches = results[index];
        if (matches !== undefined) onResult({ unit, kind: 'scanned', ...matches });
      }
    });
  };
  for await (const unit of units) {
    signal?.throwIfAborted();
    const prepared = prepare(plan, unit, parseAll);
    if (prepared.kind !== 'job') {
      onResult({ unit, ...prepared });
      continue;
    }
    batch.push({ unit, job: prepared.job });
    characters += prepared.job.text.length;
    if (batch.length >= BATCH.files || characters >= BATCH.characters) await flush();
  }
  await flush();
  await queue.drain();
  signal?.throwIfAborted();
}

function prepare(
  plan: AstGrepPlan,
  { path, bytes, wanted }: ScanUnit<AstGrepRule>,
  parseAll: boolean,
):
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'ruled-out' }
  | { readonly kind: 'job'; readonly job: ScanJob } {
  const source = sourceText(bytes);
  if (source.kind === 'skipped') return source;
  const language = wanted.rules[0]?.rule.language;
  if (language === undefined) return { kind: 'ruled-out' };
  const candidates = plan.candidates(language, wanted, bytes);
  if (candidates.length === 0 && !parseAll) return { kind: 'ruled-out' };
  const rules = candidates.map(({ rule, index }) => ({ id: rule.id, index }));
  return { kind: 'job', job: { path, language, text: source.text(), rules } };
}
