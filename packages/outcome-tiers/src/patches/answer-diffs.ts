/** A line of a hunk: unchanged, removed or added. */
export interface DiffLine {
  readonly kind: ' ' | '-' | '+';
  readonly text: string;
}

export interface AnswerHunk {
  /** The line of the old file at which the hunk starts, as the answer states it. Often it is wrong. */
  readonly line: number | undefined;
  readonly lines: readonly DiffLine[];
}

/** The change of one file in an answer. */
export interface AnswerDiff {
  /** Undefined for a file that the answer creates. */
  readonly oldPath: string | undefined;
  /** Undefined for a file that the answer deletes. */
  readonly newPath: string | undefined;
  readonly hunks: readonly AnswerHunk[];
}

const HUNK = /^@@+(?:\s+-(\d+)(?:,\d+)?\s+\+\d+(?:,\d+)?)?.*$/;

/**
 * Finds the unified diffs in the prose of an answer. Models write wrong line numbers and counts, so
 * only the lines themselves count, from a pair of headers to the end of the code block or to a line
 * that belongs to no diff.
 */
export function answerDiffs(answer: string): readonly AnswerDiff[] {
  const lines = answer.split(/\r?\n/);
  const diffs: AnswerDiff[] = [];
  let at = 0;
  while (at < lines.length) {
    const oldPath = headerPath(lines[at], '---');
    const newPath = headerPath(lines[at + 1], '+++');
    if (oldPath === undefined || newPath === undefined) {
      at += 1;
      continue;
    }
    const { hunks, next } = readHunks(lines, at + 2);
    if (hunks.length > 0) {
      diffs.push({ oldPath: oldPath.path, newPath: newPath.path, hunks });
    }
    at = next;
  }
  return diffs;
}

function readHunks(
  lines: readonly string[],
  from: number,
): { readonly hunks: readonly AnswerHunk[]; readonly next: number } {
  const hunks: { line: number | undefined; lines: DiffLine[] }[] = [];
  let at = from;
  for (; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const isHeader =
      headerPath(line, '---') !== undefined && headerPath(lines[at + 1], '+++') !== undefined;
    if (isHeader || /^(?:diff --git |```|~~~)/.test(line)) break;
    const [header, number] = HUNK.exec(line) ?? [];
    if (header !== undefined) {
      hunks.push({ line: number === undefined ? undefined : Number(number), lines: [] });
      continue;
    }
    if (line.startsWith('\\')) continue;
    const kind = line[0] ?? ' ';
    if (kind !== ' ' && kind !== '-' && kind !== '+') break;
    // Without a hunk header, all lines are one hunk. An empty line is an empty context line.
    if (hunks.length === 0) hunks.push({ line: undefined, lines: [] });
    hunks.at(-1)?.lines.push({ kind, text: line.slice(1) });
  }
  const used = hunks
    .map(({ line, lines: own }) => ({ line, lines: withoutBlankEnds(own) }))
    .filter(({ lines: own }) => own.some(({ kind }) => kind !== ' '));
  return { hunks: used, next: at };
}

/** Empty lines before and after a hunk belong to the prose. */
function withoutBlankEnds(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isBlank = ({ kind, text }: DiffLine): boolean => kind === ' ' && text === '';
  const first = lines.findIndex((line) => !isBlank(line));
  const last = lines.findLastIndex((line) => !isBlank(line));
  return first < 0 ? [] : lines.slice(first, last + 1);
}

/** The path in a header line. `path` is undefined for /dev/null. Undefined if it is no header. */
function headerPath(
  line: string | undefined,
  mark: '---' | '+++',
): { readonly path: string | undefined } | undefined {
  if (line === undefined || !line.startsWith(`${mark} `)) return undefined;
  const [name = ''] = line.slice(4).split('\t');
  const plain = name.trim().replaceAll(/^["'`]|["'`]$/g, '');
  if (plain === '/dev/null') return { path: undefined };
  const path = plain.replace(mark === '---' ? /^a\// : /^b\//, '').replace(/^\.?\//, '');
  return path === '' || path.split('/').includes('..') ? undefined : { path };
}
