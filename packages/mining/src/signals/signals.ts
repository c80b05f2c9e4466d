import { pathOfFile, type Hunk, type ParsedPatch, type PatchFile } from '@refbench/repos';
import { z } from 'zod';
import { isForeign, isLock, isTestPath } from '@refbench/code-facts';
import { isImport, lineShape } from './line-shape.ts';
import { RenamePairs } from './rename-pairs.ts';
import { Substitutions } from './substitutions.ts';

const share = z.number().min(0).max(1);

/** Properties of a diff that are computed without a model. All are shares in 0..1. */
export const signalSchema = z.strictObject({
  /** Share of files that were renamed. */
  renamed_files: share,
  /** Share of files that were renamed without any change. */
  pure_moves: share,
  /** Changed lines that differ only in white space from a line of the same hunk. */
  whitespace: share,
  imports: share,
  tests: share,
  /**
   * Lines of generated code, vendored code, documents and data. Lock files are not counted at all.
   */
  foreign: share,
  /** Removed lines that reappear, either unchanged elsewhere or in place with new names. */
  kept: share,
  /** Share of the names changed in place that follow a renaming. */
  renaming: share,
  /** Added lines that match no removed line. */
  novelty: share,
  /** Changed lines that a search and replace explains, together with white space and moves. */
  substitution: share,
  /** Hunks whose shape occurs at least three times. */
  template: share,
  /** min(added, removed) / max(added, removed). */
  balance: share,
});

export type Signals = z.infer<typeof signalSchema>;

/** A renamed file counts as this many lines, because an unchanged one has none. */
const LINES_OF_A_MOVE = 10;

export function signalsOf(patch: ParsedPatch): Signals {
  const total = new Totals();
  for (const file of patch.files) total.addFile(file);
  return total.signals(patch.files);
}

class Totals {
  private lines = 0;
  private added = 0;
  private removed = 0;
  private whitespace = 0;
  private imports = 0;
  private tests = 0;
  private foreign = 0;
  private readonly pairs = new RenamePairs();
  private readonly substitutions = new Substitutions();
  private readonly shapes = new Map<string, number>();
  private readonly removedLines = new Map<string, number>();
  private readonly addedLines = new Map<string, number>();

  addFile(file: PatchFile): void {
    const path = pathOfFile(file);
    if (isLock(path)) return;
    const [foreign, test] = [isForeign(path), isTestPath(path)];
    for (const hunk of file.hunks) {
      const { removed, added } = changedText(hunk);
      const count = removed.length + added.length;
      this.lines += count;
      if (foreign) {
        this.foreign += count;
        continue;
      }
      if (test) this.tests += count;
      this.addHunk(removed, added);
    }
  }

  signals(files: readonly PatchFile[]): Signals {
    const own = this.lines - this.foreign;
    const moved = files.filter(({ change }) => change === 'renamed');
    const pure = moved.filter(({ hunks }) => hunks.length === 0);
    const unchanged = overlap(this.removedLines, this.addedLines);
    const matched = unchanged + this.whitespace + this.pairs.consistent();
    const weight = LINES_OF_A_MOVE * moved.length;
    const hunks = [...this.shapes.values()];
    return {
      renamed_files: ratio(moved.length, files.length),
      pure_moves: ratio(pure.length, files.length),
      whitespace: ratio(2 * this.whitespace, own),
      imports: ratio(this.imports, own),
      tests: ratio(this.tests, own),
      foreign: ratio(this.foreign, this.lines),
      kept: ratio(matched + weight, this.removed + weight),
      renaming: this.pairs.consistency(),
      substitution: ratio(2 * (this.whitespace + unchanged + this.substitutions.explained()), own),
      novelty: 1 - ratio(matched, this.added, 1),
      template: ratio(
        hunks.filter((count) => count >= 3).reduce((sum, count) => sum + count, 0),
        hunks.reduce((sum, count) => sum + count, 0),
      ),
      balance: ratio(Math.min(this.added, this.removed), Math.max(this.added, this.removed), 1),
    };
  }

  private addHunk(removed: readonly string[], added: readonly string[]): void {
    this.removed += removed.length;
    this.added += added.length;
    this.imports += [...removed, ...added].filter(isImport).length;
    this.countShape(removed, added);
    const blank = splitWhitespaceOnly(removed, added);
    this.whitespace += blank.pairs;
    this.pairs.add(blank.removed, blank.added);
    this.substitutions.add(blank.removed, blank.added);
    const [olds, news] = [blank.removed, blank.added];
    // Includes lines in which only names changed. They are counted as renamed lines, not as moved
    // ones.
    for (const line of olds) tally(this.removedLines, line);
    for (const line of news) tally(this.addedLines, line);
  }

  private countShape(removed: readonly string[], added: readonly string[]): void {
    if (removed.length + added.length > 40) return;
    const signed = removed.map((line) => `-${lineShape(line).shape}`);
    signed.push(...added.map((line) => `+${lineShape(line).shape}`));
    const shape = signed.join('\n');
    this.shapes.set(shape, (this.shapes.get(shape) ?? 0) + 1);
  }
}

function changedText(hunk: Hunk): { readonly removed: string[]; readonly added: string[] } {
  const removed: string[] = [];
  const added: string[] = [];
  for (const { kind, text } of hunk.lines) {
    if (kind === 'removed') removed.push(text.toString('utf8'));
    if (kind === 'added') added.push(text.toString('utf8'));
  }
  return { removed, added };
}

/** Removes pairs of lines in the same hunk that differ only in white space. */
function splitWhitespaceOnly(
  removed: readonly string[],
  added: readonly string[],
): { readonly pairs: number; readonly removed: string[]; readonly added: string[] } {
  const waiting = new Map<string, number>();
  for (const line of added) bump(waiting, withoutWhitespace(line), 1);
  const used = new Map<string, number>();
  let pairs = 0;
  const olds = removed.filter((line) => {
    const key = withoutWhitespace(line);
    if (key === '' || (waiting.get(key) ?? 0) === 0) return true;
    bump(waiting, key, -1);
    bump(used, key, 1);
    pairs += 1;
    return false;
  });
  const news = added.filter((line) => {
    const key = withoutWhitespace(line);
    if ((used.get(key) ?? 0) === 0) return true;
    bump(used, key, -1);
    return false;
  });
  return { pairs, removed: olds, added: news };
}

function withoutWhitespace(line: string): string {
  return line.replaceAll(/\s+/g, '');
}

/** Counts lines with enough text. A lone brace occurs everywhere. */
function tally(counts: Map<string, number>, line: string): void {
  const text = line.trim();
  if (text.length >= 6 && /[\p{L}]{2}/u.test(text)) bump(counts, text, 1);
}

function bump(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function overlap(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let common = 0;
  for (const [key, count] of left) common += Math.min(count, right.get(key) ?? 0);
  return common;
}

/** Clamps to 0..1, because a line may count both as moved and as renamed. */
function ratio(part: number, whole: number, ifNone = 0): number {
  return whole === 0 ? ifNone : Math.min(1, Math.max(0, part / whole));
}
