import type { Witness } from '@refbench/contracts';
import type { Language } from './language.ts';
import type { ScanError } from './scan-result.ts';
import { onOneLine, scanAnswerSchema, type ScanAnswer } from './scanner-messages.ts';
import type { ScannerProcess } from './scanner-process.ts';

/** A file that is ready to be scanned, with the rules that may match it. */
export interface ScanJob {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  readonly rules: readonly { readonly id: string; readonly index: number }[];
}

export interface ScanTimeouts {
  /** All rules on one file, in one go. */
  readonly fileMs: number;
  /** One rule on one file, when the file failed in one go. */
  readonly ruleMs: number;
}

export interface FileMatches {
  readonly witnesses: readonly Witness[];
  readonly errors: readonly ScanError[];
  readonly broken: boolean;
}

/** When the rules together take too long or kill the scanner, each is tried alone to name the culprit. */
export async function scanFile(
  job: ScanJob,
  scanner: ScannerProcess,
  timeouts: ScanTimeouts,
): Promise<FileMatches> {
  const together = await askFor(job, scanner, timeouts.fileMs);
  if (typeof together !== 'string') return together;
  const parts: FileMatches[] = [];
  let failures = 0;
  for (const rule of job.rules) {
    // A file that no rule gets through is not tried again for each of a hundred rules.
    const alone =
      failures < MAX_FAILURES_A_FILE
        ? await askFor({ ...job, rules: [rule] }, scanner, timeouts.ruleMs)
        : together;
    if (typeof alone === 'string') failures += 1;
    parts.push(typeof alone === 'string' ? failed(job.path, [rule], alone) : alone);
  }
  // No rule to blame: the file itself cannot be parsed in time.
  if (parts.length === 0) parts.push(failed(job.path, [undefined], together));
  return {
    witnesses: parts.flatMap((part) => part.witnesses),
    errors: parts.flatMap((part) => part.errors),
    broken: parts.some((part) => part.broken),
  };
}

const MAX_FAILURES_A_FILE = 3;

/** The matches, or one sentence on why there was no answer. */
async function askFor(
  job: ScanJob,
  scanner: ScannerProcess,
  timeoutMs: number,
): Promise<FileMatches | string> {
  const { language, text } = job;
  const rules = job.rules.map((rule) => rule.index);
  const answer = await scanner.ask({ kind: 'scan', language, text, rules }, timeoutMs);
  if (answer.kind === 'timed-out') return `the scan took longer than ${timeoutMs} ms`;
  if (answer.kind === 'died') return 'the scanner died on this file';
  return matchesOf(job, scanAnswerSchema.parse(answer.value));
}

function matchesOf(job: ScanJob, answer: ScanAnswer): FileMatches {
  if ('error' in answer) {
    const rules = job.rules.length === 0 ? [undefined] : job.rules;
    return failed(job.path, rules, onOneLine(answer.error));
  }
  const witnesses: Witness[] = [];
  const errors: ScanError[] = [];
  for (const [position, { id }] of job.rules.entries()) {
    const result = answer.results[position];
    if (result === undefined || 'error' in result) {
      errors.push({ rule: id, file: job.path, reason: onOneLine(result?.error ?? 'no answer') });
    } else {
      witnesses.push(...witnessesOf(id, job.path, result.places));
    }
  }
  return { witnesses, errors, broken: answer.broken };
}

function failed(
  file: string,
  rules: readonly ({ readonly id: string } | undefined)[],
  reason: string,
): FileMatches {
  const errors = rules.map((rule) => ({ rule: rule?.id ?? null, file, reason }));
  return { witnesses: [], errors, broken: false };
}

/** 0-based to 1-based; an exclusive end column stays exclusive. */
function* witnessesOf(rule: string, file: string, places: readonly number[]): Iterable<Witness> {
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
