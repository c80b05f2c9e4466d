import type { ScanOptions, ScanTimeouts, ScanUnit, ShardResult } from '../matches/rule-engine.ts';
import type { AstGrepRule } from '../rule/rule.ts';
import { scanBatch, type ScanJob } from './scan-batch.ts';
import type { AstGrepPlan } from './scan-plan.ts';
import { ScannerPool } from './scanner-pool.ts';
import { ScannerProcess, type Greeting } from './scanner-process.ts';
import { sourceText } from './source-text.ts';
import { TaskQueue } from './task-queue.ts';

/** Generous timeouts, which only a quadratic rule on a hostile file can reach. */
const DEFAULT_TIMEOUTS: ScanTimeouts = { fileMs: 60_000, ruleMs: 20_000 };

/** The number of file timeouts after which a scan gives up. */
const FILES_LOST = 10;

/** Starting a scanner takes as long as scanning this many characters. */
const CHARACTERS_PER_START = 600_000;

/** High enough that work queues up if there are too few scanners. */
const BATCHES_PER_SCANNER = 4;

/** Large enough to amortise the messages, small enough to keep all scanners busy. */
const BATCH = { files: 32, characters: 200_000 };

/**
 * Scans units on all scanners and reports the results in any order. Only a few batches are in memory
 * at a time.
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
    worthAStart: CHARACTERS_PER_START,
  });
  const queue = new TaskQueue(pool.size * BATCHES_PER_SCANNER);
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
