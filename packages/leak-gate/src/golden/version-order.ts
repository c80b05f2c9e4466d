/** Words that mark a version as earlier than the release. */
const EARLIER =
  /^(?:a|alpha|b|beta|c|rc|cr|m|milestone|pre|preview|dev|snapshot|canary|next|nightly)\d*$/i;
const PLAIN = /^(?:final|release|ga)$/i;

/**
 * Compares two versions of one package in the way that npm, pip, cargo and Maven agree on: numbers
 * first, then a pre-release before its release. Returns undefined if one of them is not a version.
 */
export function compareVersions(a: string, b: string): number | undefined {
  const [left, right] = [parse(a), parse(b)];
  if (left === undefined || right === undefined) return undefined;
  const length = Math.max(left.numbers.length, right.numbers.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (left.numbers[index] ?? 0) - (right.numbers[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  if (left.rank !== right.rank) return Math.sign(left.rank - right.rank);
  return Math.sign(left.suffix.localeCompare(right.suffix, 'en', { numeric: true }));
}

interface ParsedVersion {
  readonly numbers: readonly number[];
  /** -1 for a pre-release, 0 for a release, 1 for a post-release. */
  readonly rank: number;
  readonly suffix: string;
}

function parse(version: string): ParsedVersion | undefined {
  const match = /^v?(\d+(?:\.\d+)*)(.*)$/.exec(version.trim());
  if (match === null) return undefined;
  const numbers = (match[1] ?? '').split('.').map(Number);
  const suffix = (match[2] ?? '').replace(/\+.*$/, '').replace(/^[-._]/, '');
  const first = suffix.split(/[-._]/)[0] ?? '';
  if (suffix === '' || PLAIN.test(suffix)) return { numbers, rank: 0, suffix: '' };
  // Build tools write `1.0.dev` as `1.0.dev0`, `1.0-rc.1` as `1.0rc1`, and in small letters.
  const whole = /\d$/.test(suffix) ? suffix : `${suffix}0`;
  const normal = whole.toLowerCase().replace(/(?<=[a-z])[-._](?=\d)/g, '');
  return { numbers, rank: EARLIER.test(first) ? -1 : 1, suffix: normal };
}
