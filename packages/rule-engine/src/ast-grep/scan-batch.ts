import type { Witness } from '@refbench/contracts';
import type { Language } from '@refbench/code-facts';
import type { FileMatches, ScanTimeouts } from '../matches/rule-engine.ts';
import type { ScanError } from '../matches/scan-result.ts';
import { onOneLine, scanAnswerSchema, type FileAnswer } from './scanner-messages.ts';
import type { ScannerProcess } from './scanner-process.ts';

interface JobRule {
  readonly id: string;
  /** Index among the matchers that were sent to the scanner. */
  readonly index: number;
}

/** A file to scan with the rules that may match it. */
export interface ScanJob {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  readonly rules: readonly JobRule[];
}

/** The remaining time that a scan may spend on files and rules that time out. */
export interface FailureBudget {
  leftMs: number;
}

/**
 * Returns the matches of each job in order. Jobs are scanned together. If there is no answer, each
 * file is scanned alone, and then each rule, to find the cause.
 */
export async function scanBatch(
  jobs: readonly ScanJob[],
  scanner: ScannerProcess,
  timeouts: ScanTimeouts,
  budget: FailureBudget,
): Promise<readonly FileMatches[]> {
  const together = await ask(jobs, scanner, timeouts.fileMs, budget);
  if (typeof together !== 'string') return together;
  const [only] = jobs;
  if (jobs.length === 1 && only !== undefined) {
    return [await scanRuleByRule(only, together, scanner, timeouts, budget)];
  }
  const results: FileMatches[] = [];
  for (const job of jobs) results.push(...(await scanBatch([job], scanner, timeouts, budget)));
  return results;
}

const MAX_FAILURES_PER_FILE = 3;

async function scanRuleByRule(
  job: ScanJob,
  reason: string,
  scanner: ScannerProcess,
  timeouts: ScanTimeouts,
  budget: FailureBudget,
): Promise<FileMatches> {
  // Without rules, the file itself cannot be parsed in time.
  if (job.rules.length === 0) return failed(job.path, [undefined], reason);
  const parts: FileMatches[] = [];
  let failures = 0;
  for (const rule of job.rules) {
    const alone = { ...job, rules: [rule] };
    // After a few failures, the remaining rules are not tried on this file.
    const answer =
      failures < MAX_FAILURES_PER_FILE
        ? await ask([alone], scanner, timeouts.ruleMs, budget)
        : reason;
    if (typeof answer === 'string') {
      failures += 1;
      parts.push(failed(job.path, [rule], answer));
    } else parts.push(...answer);
  }
  return {
    matches: parts.flatMap((part) => part.matches),
    errors: parts.flatMap((part) => part.errors),
    broken: parts.some((part) => part.broken),
  };
}

/** Returns the matches, or the reason why there was no answer. */
async function ask(
  jobs: readonly ScanJob[],
  scanner: ScannerProcess,
  timeoutMs: number,
  budget: FailureBudget,
): Promise<readonly FileMatches[] | string> {
  if (budget.leftMs <= 0)
    return 'the time limit for files and rules that do not respond is used up';
  const files = jobs.map(({ language, text, rules }) => ({
    language,
    text,
    rules: rules.map((rule) => rule.index),
  }));
  const begun = performance.now();
  const answer = await scanner.ask({ kind: 'scan', files }, timeoutMs);
  if (answer.kind === 'answered') {
    const answers = scanAnswerSchema.parse(answer.value).files;
    return jobs.map((job, index) => matchesOf(job, answers[index] ?? { error: 'no answer' }));
  }
  budget.leftMs -= performance.now() - begun;
  return answer.kind === 'timed-out'
    ? `the scan took longer than ${timeoutMs} ms`
    : 'the scanner died on this file';
}

function matchesOf({ path, rules }: ScanJob, answer: FileAnswer): FileMatches {
  if ('error' in answer) {
    return failed(path, rules.length === 0 ? [undefined] : rules, onOneLine(answer.error));
  }
  const matches: { rule: JobRule; places: readonly number[] }[] = [];
  const errors: ScanError[] = [];
  for (const [position, rule] of rules.entries()) {
    const result = answer.results[position] ?? { error: 'no answer' };
    if ('error' in result) {
      errors.push({ rule: rule.id, file: path, reason: onOneLine(result.error) });
    } else matches.push({ rule, places: result.places });
  }
  return { matches, errors, broken: answer.broken };
}

function failed(
  file: string,
  rules: readonly (JobRule | undefined)[],
  reason: string,
): FileMatches {
  const errors = rules.map((rule) => ({ rule: rule?.id ?? null, file, reason }));
  return { matches: [], errors, broken: false };
}

/** Converts 0-based to 1-based positions. An exclusive end column stays exclusive. */
export function* witnessesOf(
  rule: string,
  file: string,
  places: readonly number[],
): Iterable<Witness> {
  for (let at = 0; at < places.length; at += 4) {
    const [line = 0, column = 0, endLine = 0, endColumn = 0] = places.slice(at, at + 4);
    yield {
      rule,
      file,
      start: { line: line + 1, column: column + 1 },
      end: { line: endLine + 1, column: endColumn + 1 },
    };
  }
}
