import { roundHalfEven, splitLines } from '../text/python-text.ts';

export interface AnswerScore {
  /** True if the answer contains the name of a changed source file without its extension. */
  readonly file_hit: boolean;
  /**
   * Identifiers in both the answer and the added lines, divided by identifiers in either; rounded
   * to three decimals.
   */
  readonly token_overlap: number;
  /** True for a file hit whose unrounded overlap reaches the threshold. */
  readonly pass: boolean;
  readonly shared_tokens: number;
  readonly all_tokens: number;
}

/** The threshold of the study. */
const PASS_THRESHOLD = 0.15;
const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]{2,}/g;

/**
 * Scores an answer against the change like the study, including its weaknesses: any mention of a
 * name is a hit, tests count as changed files, and the whole answer including prose is compared.
 * @param diff in the format of `git diff`
 * @param extensions extensions of source files, without the dot
 */
export function scoreAnswer(
  answer: string,
  diff: string,
  extensions: readonly string[],
): AnswerScore {
  const names = changedNames(diff, extensions);
  const fileHit = [...names].some((name) => answer.includes(name));
  const expected = identifiers(addedText(diff));
  const given = identifiers(answer);
  const shared = [...expected].filter((token) => given.has(token)).length;
  const all = expected.size + given.size - shared;
  const overlap = all === 0 ? 0 : shared / all;
  return {
    file_hit: fileHit,
    token_overlap: roundHalfEven(overlap, 3),
    pass: fileHit && overlap >= PASS_THRESHOLD,
    shared_tokens: shared,
    all_tokens: all,
  };
}

/** Returns the names of source files after any `b/` in the diff, including its body. */
export function changedNames(diff: string, extensions: readonly string[]): ReadonlySet<string> {
  const endings = extensions.map((each) => each.replaceAll(/[^\w]/g, '\\$&')).join('|');
  const paths = diff.matchAll(new RegExp(`b/([^\\n]+\\.(?:${endings}))`, 'g'));
  return new Set([...paths].map(([, path = '']) => stemOf(path)));
}

/** Like Python's `Path.stem`: a leading dot does not start an extension. */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}

/** As in the study, an added line that begins with `++` is mistaken for a header. */
function addedText(diff: string): string {
  return splitLines(diff)
    .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
    .map((line) => line.slice(1))
    .join('\n');
}

function identifiers(text: string): ReadonlySet<string> {
  return new Set(text.match(IDENTIFIER));
}
