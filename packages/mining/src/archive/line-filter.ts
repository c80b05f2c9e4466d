/**
 * What bytes tell before anything is parsed. A quote inside a JSON text is escaped, so `"key":` with
 * bare quotes can only be a key, and a name in bare quotes only a whole text.
 */
const EVENT = Buffer.from('"PullRequestEvent"');
const ACTION = Buffer.from('"action":"');
const MERGED = Buffer.from('"merged":true');
const UNMERGED = Buffer.from('"merged":false');
const CHANGED_FILES = Buffer.from('"changed_files":');
const MERGE_COMMIT = Buffer.from('"merge_commit_sha":"');
const CLOSED = Buffer.from('closed"');
const MERGED_ACTION = Buffer.from('merged"');
const LINE_FEED = 10;
const HEAD_BYTES = 1_000;

const HEAD = /"repo":\{"id":\d+,"name":"([\w.-]+\/[\w.-]+)"/;
const NUMBER = /"number":(\d+)/;

/** A merge that has too few paths, as far as bytes can tell. */
export interface SmallMerge {
  readonly repository: string;
  readonly number: number;
  readonly golden: string | undefined;
  readonly paths: number;
}

export type LineVerdict =
  | { readonly kind: 'skip' }
  | { readonly kind: 'parse' }
  | ({ readonly kind: 'small' } & SmallMerge);

const SKIP: LineVerdict = { kind: 'skip' };
const PARSE: LineVerdict = { kind: 'parse' };

/** Where the next line that can matter stands, from `from` on; -1 where none does. */
export function nextEvent(bytes: Buffer, from: number): number {
  return bytes.indexOf(EVENT, from);
}

/** The files of the archive are compact; others (with blanks after colons) are parsed line by line. */
export function isCompact(line: Buffer): boolean {
  return !/"[a-z_]+"\s*:\s+/.test(line.subarray(0, 200).toString('latin1'));
}

/** `minCount`: GitHub's count of files below which a commit cannot have enough paths. */
export function judgeLine(line: Buffer, minCount: number): LineVerdict {
  const action = line.indexOf(ACTION);
  if (action < 0) return SKIP;
  const value = action + ACTION.length;
  if (startsWith(line, value, MERGED_ACTION)) return PARSE;
  if (!startsWith(line, value, CLOSED)) return SKIP;
  // Both stand near the end of the line, which is long: from there it is a short way.
  if (line.lastIndexOf(MERGED) < 0) return line.lastIndexOf(UNMERGED) < 0 ? PARSE : SKIP;
  const at = line.lastIndexOf(CHANGED_FILES);
  if (at < 0) return PARSE;
  const paths = readNumber(line, at + CHANGED_FILES.length);
  if (paths >= minCount) return PARSE;
  const repository = HEAD.exec(line.toString('latin1', 0, HEAD_BYTES))?.[1];
  const number = NUMBER.exec(line.toString('latin1', value, value + 100))?.[1];
  if (repository === undefined || number === undefined) return PARSE;
  return {
    kind: 'small',
    repository,
    number: Number(number),
    golden: readCommit(line, value),
    paths,
  };
}

/** The line around a place: from after the line feed before it to the next. */
export function lineAround(
  bytes: Buffer,
  at: number,
): { readonly start: number; readonly end: number } {
  const end = bytes.indexOf(LINE_FEED, at);
  return { start: bytes.lastIndexOf(LINE_FEED, at) + 1, end: end < 0 ? bytes.length : end };
}

export function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1))
    lines += 1;
  return lines;
}

function readCommit(line: Buffer, from: number): string | undefined {
  const at = line.indexOf(MERGE_COMMIT, from);
  if (at < 0) return undefined;
  const start = at + MERGE_COMMIT.length;
  const commit = line.toString('latin1', start, start + 40);
  return /^[0-9a-f]{40}$/.test(commit) ? commit : undefined;
}

function startsWith(line: Buffer, at: number, prefix: Buffer): boolean {
  return line.compare(prefix, 0, prefix.length, at, at + prefix.length) === 0;
}

function readNumber(line: Buffer, from: number): number {
  let number = 0;
  for (let at = from; at < line.length; at += 1) {
    const digit = (line[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) break;
    number = number * 10 + digit;
  }
  return number;
}
