import { roundHalfEven, splitLines } from '../text/python-text.ts';

export interface AnswerScore {
  /** Whether the answer holds the name of a changed source file, without its extension. */
  readonly file_hit: boolean;
  /** Identifiers that the answer and the added lines share, of all in either; three decimals. */
  readonly token_overlap: number;
  /** A file hit, with at least the threshold of overlap before it is rounded. */
  readonly pass: boolean;
  readonly shared_tokens: number;
  readonly all_tokens: number;
}

/** The study's. */
const PASS_THRESHOLD = 0.15;
const IDENTIFIER = /[A-Za-z_][A-Za-z0-9_]{2,}/g;

/**
 * Scores an answer against the change itself, as the study did, with its weaknesses: any mention of a
 * name is a hit, tests count as changed files, and the whole answer is compared, prose included.
 * @param diff as `git diff` prints it
 * @param extensions of source files, without the dot
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

/** Names of source files anywhere behind a `b/` in the diff, in its body too. */
export function changedNames(diff: string, extensions: readonly string[]): ReadonlySet<string> {
  const endings = extensions.map((each) => each.replaceAll(/[^\w]/g, '\\$&')).join('|');
  const paths = diff.matchAll(new RegExp(`b/([^\\n]+\\.(?:${endings}))`, 'g'));
  return new Set([...paths].map(([, path = '']) => stemOf(path)));
}

/** As Python's `Path.stem`: a dot at the beginning does not start an extension. */
function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? name : name.slice(0, dot);
}

/** An added line that begins with `++` looks like a header and is lost, as in the study. */
function addedText(diff: string): string {
  return splitLines(diff)
    .filter((line) => line.startsWith('+') && !line.startsWith('+++'))
    .map((line) => line.slice(1))
    .join('\n');
}

function identifiers(text: string): ReadonlySet<string> {
  return new Set(text.match(IDENTIFIER));
}
