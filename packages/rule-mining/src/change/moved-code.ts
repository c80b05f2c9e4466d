import type { ChangeSide } from './change.ts';
import { hasAtMost, lineKey } from './text-counts.ts';

/** Shorter lines, such as brackets, occur everywhere. */
const TELLING_LENGTH = 8;
/** Fewer lines may be equal by chance. */
const LEAST_MOVED = 10;

/**
 * The changed lines of a tree without those that only moved: whose text the changed lines of the other
 * tree have at least as often. Spaces and the punctuation at the end do not count.
 */
export function withoutMovedLines(own: ChangeSide, other: ChangeSide): ChangeSide {
  const isMoved = hasAtMost(
    own.lines.map(({ text }) => lineKey(text)),
    other.lines.map(({ text }) => lineKey(text)),
  );
  return { ...own, lines: own.lines.filter(({ text }) => !isMoved(lineKey(text))) };
}

/** So much of what a file loses goes to one other file, and comes from it, if the file is renamed. */
const RENAMED = 0.9;

/**
 * The files of a tree whose code moved to other files without being renamed: golden splits or merges
 * them, or moves some of their code elsewhere, so that where their code stands is what it changes.
 */
export function rearrangedFiles(own: ChangeSide, other: ChangeSide): ReadonlySet<string> {
  const targets = new Map<string, Set<string>>();
  for (const { path, text } of other.lines) {
    const key = lineKey(text);
    if (key.length < TELLING_LENGTH) continue;
    const files = targets.get(key);
    if (files === undefined) targets.set(key, new Set([path]));
    else files.add(path);
  }
  const pairs = new Map<string, Map<string, number>>();
  const [gives, takes] = [new Map<string, number>(), new Map<string, number>()];
  for (const { path, text } of own.lines) {
    const found = targets.get(lineKey(text));
    // A line that stands in its file on both sides stayed there.
    if (found === undefined || found.has(path)) continue;
    gives.set(path, (gives.get(path) ?? 0) + 1);
    const pair = pairs.get(path) ?? new Map<string, number>();
    pairs.set(path, pair);
    for (const target of found) {
      pair.set(target, (pair.get(target) ?? 0) + 1);
      takes.set(target, (takes.get(target) ?? 0) + 1);
    }
  }
  const isRenamed = (path: string, pair: ReadonlyMap<string, number>): boolean =>
    !other.files.has(path) &&
    [...pair].some(
      ([target, lines]) =>
        lines >= RENAMED * (gives.get(path) ?? 0) && lines >= RENAMED * (takes.get(target) ?? 0),
    );
  return new Set(
    [...pairs].flatMap(([path, pair]) =>
      (gives.get(path) ?? 0) >= LEAST_MOVED && !isRenamed(path, pair) ? [path] : [],
    ),
  );
}
