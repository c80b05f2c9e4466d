import { instanceSchema, type Instance } from '@refbench/contracts';
import { parsePatch, type History } from '@refbench/repos';
import { measurePatch } from '../diff-filter/measures.ts';
import { endsOf, type Change, type ScreenedCommit } from './change.ts';
import { codeFilesOf } from './code-lines.ts';
import { onlyReorders } from './only-reorders.ts';
import { ownScore } from './own-score.ts';
import { ownSigns, type OwnSigns } from './own-signs.ts';
import type { OwnRules } from './own-rules.ts';
import type { OwnTools } from './own-tools.ts';
import type { Purpose } from './purpose.ts';

/** A change, or why it is none. */
export type Measuring =
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'rejected'; readonly reason: string };

/** Reads and scores the difference between the last commit and the first parent of the first one. */
export async function measureChange(
  history: History,
  commits: readonly ScreenedCommit[],
  purpose: Purpose,
  tools: OwnTools,
): Promise<Measuring> {
  const reject = (reason: string): Measuring => ({ kind: 'rejected', reason });
  const { base, last } = endsOf(commits);
  const diff = await history.renameDiff(base, last.golden);
  if ('missing' in diff) return reject(`its diff cannot be read: ${diff.missing}`);
  const patch = parsePatch(diff);
  if (patch.kind === 'rejected') return reject(`its diff cannot be read: ${patch.reason}`);
  const { languages, rules } = tools;
  const measures = measurePatch(patch, languages);
  const language = benchmarkLanguage(measures.language, tools);
  if (language === undefined) return reject(`its language is ${measures.language ?? 'not code'}`);
  const files = codeFilesOf(patch, languages);
  if (onlyReorders(files)) return reject('it only changes the order of lines within files');
  const signs = ownSigns(files, measures);
  const reason = unfitReason(signs, rules.limits);
  if (reason !== undefined) return reject(reason);
  const score = ownScore(purpose, signs, rules);
  return { kind: 'change', change: { commits, purpose, signs, language, score } };
}

function benchmarkLanguage(
  name: string | undefined,
  { languages }: OwnTools,
): Instance['language'] | undefined {
  const benchmarkName = name === undefined ? undefined : languages.benchmarkName(name);
  return instanceSchema.shape.language.safeParse(benchmarkName).data;
}

/** Returns why a change can be no refactoring, however many commits it has. */
function unfitReason(signs: OwnSigns, limits: OwnRules['limits']): string | undefined {
  const { codeLines, sourceLines, comments, measures } = signs;
  if (measures.files > limits.max_files) {
    return `it changes ${measures.files} files, more than ${limits.max_files}`;
  }
  if (codeLines > limits.max_code_lines) {
    return `it changes ${codeLines} lines of code, more than ${limits.max_code_lines}`;
  }
  if (codeLines > 0 && sourceLines === 0) {
    // The tests judge a patch. They cannot judge themselves, nor code that they do not run.
    return 'it changes only tests, or code that tests do not run';
  }
  if (comments > limits.max_comments) return 'it changes comments only';
  if (measures.signals.whitespace > limits.max_whitespace) return 'it changes white space only';
  return undefined;
}

/** Returns why a change is too small for a candidate; undefined if it is large enough. */
export function smallReason(
  { codeFiles, codeLines }: OwnSigns,
  limits: OwnRules['limits'],
): string | undefined {
  if (codeLines < limits.least_code_lines) {
    return `it changes ${codeLines} lines of code, fewer than ${limits.least_code_lines}`;
  }
  if (codeFiles >= limits.min_code_files || codeLines >= limits.min_code_lines) return undefined;
  return `it changes ${codeLines} lines of code in ${codeFiles} files`;
}
