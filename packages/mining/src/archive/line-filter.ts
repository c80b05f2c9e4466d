/**
 * These patterns classify a line before it is parsed. Quotes inside a JSON string are escaped.
 * Therefore `"key":` with unescaped quotes is always a key, and a name in unescaped quotes is
 * always a complete string.
 */
const EVENT = Buffer.from('"PullRequestEvent"');
const ACTION = Buffer.from('"action":"');
const MERGED = Buffer.from('"merged":true');
const UNMERGED = Buffer.from('"merged":false');
const CHANGED_FILES = Buffer.from('"changed_files":');
const MERGE_COMMIT = Buffer.from('"merge_commit_sha":"');
const CLOSED = Buffer.from('closed"');
const MERGED_ACTION = Buffer.from('merged"');
const HEAD_BYTES = 1_000;

const HEAD = /"repo":\{"id":\d+,"name":"([\w.-]+\/[\w.-]+)"/;
const NUMBER = /"number":(\d+)/;

/** A merge with too few paths, according to its bytes. */
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

/** Lines since 2015 begin like this. Older and rewritten ones begin differently. */
const ID = Buffer.from('{"id":"');
const TYPE = Buffer.from('","type":"');
const TYPED_EVENT = Buffer.from('","type":"PullRequestEvent"');

/**
 * Returns whether a line can be a pull request event. For nearly all lines the first bytes decide.
 * They are compared one by one, because searching the whole file would dominate the run time.
 */
export function containsEvent(bytes: Buffer, start: number, end: number): boolean {
  if (matchesAt(bytes, start, ID)) {
    let at = start + ID.length;
    while (isDigit(bytes[at])) at += 1;
    if (matchesAt(bytes, at, TYPE)) return matchesAt(bytes, at, TYPED_EVENT);
  }
  return bytes.subarray(start, end).includes(EVENT);
}

/**
 * Returns whether the JSON has no blanks after colons, like the files of the archive. Other files
 * are parsed line by line.
 */
export function isCompact(line: Buffer): boolean {
  return !/"[a-z_]+"\s*:\s+/.test(line.subarray(0, 200).toString('latin1'));
}

/**
 * Classifies a line by its bytes.
 * @param minCount the number of changed files, as counted by GitHub, below which a commit cannot
 *   have enough paths
 */
export function judgeLine(line: Buffer, minCount: number): LineVerdict {
  const action = line.indexOf(ACTION);
  if (action < 0) return SKIP;
  const value = action + ACTION.length;
  if (matchesAt(line, value, MERGED_ACTION)) return PARSE;
  if (!matchesAt(line, value, CLOSED)) return SKIP;
  // Both keys are near the end of a long line.
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

function readCommit(line: Buffer, from: number): string | undefined {
  const at = line.indexOf(MERGE_COMMIT, from);
  if (at < 0) return undefined;
  const start = at + MERGE_COMMIT.length;
  const commit = line.toString('latin1', start, start + 40);
  return /^[0-9a-f]{40}$/.test(commit) ? commit : undefined;
}

function matchesAt(bytes: Buffer, at: number, prefix: Buffer): boolean {
  for (let offset = 0; offset < prefix.length; offset += 1) {
    if (bytes[at + offset] !== prefix[offset]) return false;
  }
  return true;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
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
