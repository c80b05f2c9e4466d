import type { Witness } from '@refbench/contracts';
import { bytePath, type BytePath, type Repository, type Tree } from '@refbench/repos';
import { isSignificant, lineKey } from '@refbench/scoring';
import { matchedText } from '../matches/matched-text.ts';
import type { Rule } from '../rule/rule.ts';
import { scanFiles, type EngineScanOptions } from '../scan/scan-files.ts';
import { readSources } from '../tree/tree-files.ts';

export interface MovedOptions {
  readonly repository: Repository;
  readonly tree: Tree;
  readonly baseTree: Tree;
  /** Files of the tree that differ from base. */
  readonly files: ReadonlySet<string>;
  readonly reductive: readonly Rule[];
  /** Matches on base in files that golden leaves where they are, and matches on the tree as it is. */
  readonly base: readonly Witness[];
  readonly witnesses: readonly Witness[];
  /** Lines of the files that the rules match on base. */
  readonly baseLines: ReadonlyMap<string, readonly string[]>;
  /** Lines of the files that differ from base. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
  readonly scan: EngineScanOptions;
}

/**
 * Finds matches of reductive rules that only moved to paths where their rules do not look. Changed files are
 * scanned where the rules do not look. Of what matches more often than before, text that a rule matched on
 * base is returned, each at most as often as on base: other code that looks alike was not moved.
 */
export async function movedMatches(options: MovedOptions): Promise<readonly Witness[]> {
  const { repository, tree, files, scan } = options;
  const paths = [...files].map(bytePath).filter((path) => tree.has(path));
  const elsewhere = options.reductive.flatMap((rule) => outsideItsPaths(rule, files));
  if (elsewhere.length === 0 || paths.length === 0) return [];
  const sources = [];
  for await (const file of readSources(repository, tree, paths)) sources.push(file);
  const found = await scanFiles(elsewhere, sources, scan);
  const known = new Set(options.witnesses.map(placeOf));
  const linesBefore = await lineKeysOf(repository, options.baseTree, paths);
  const inTree: LinesOf = (file) => options.lines.get(file) ?? options.baseLines.get(file) ?? [];
  const old = new Map<string, number>();
  for (const witness of options.base) {
    add(
      old,
      keyOf(witness, (file) => options.baseLines.get(file) ?? []),
      1,
    );
  }
  // What is still where it was has not moved.
  for (const witness of options.witnesses) add(old, keyOf(witness, inTree), -1);
  return found.witnesses.filter((witness) => {
    if (known.has(placeOf(witness))) return false;
    const own = inTree(witness.file).slice(witness.start.line - 1, witness.end.line);
    const before = linesBefore.get(witness.file);
    if (own.every((line) => before?.has(lineKey(line)) === true)) return false;
    const key = keyOf(witness, inTree);
    const left = key === undefined ? 0 : (old.get(key) ?? 0);
    if (left > 0) add(old, key, -1);
    return left > 0;
  });
}

/** The lines that changed files had on base. What was there before was not moved there. */
async function lineKeysOf(
  repository: Repository,
  base: Tree,
  paths: readonly BytePath[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const keys = new Map<string, ReadonlySet<string>>();
  const known = paths.filter((path) => base.has(path));
  for await (const { path, bytes } of readSources(repository, base, known)) {
    keys.set(path, new Set(bytes.toString('utf8').split('\n').map(lineKey)));
  }
  return keys;
}

/**
 * The rule for the paths at which it does not look; nothing if it looks at all of the files. What OpenGrep's rules
 * match at their own paths is found again.
 */
function outsideItsPaths(rule: Rule, files: ReadonlySet<string>): readonly Rule[] {
  if (rule.dialect === 'ast-grep') {
    const includes = (path: string): boolean => !rule.scope.includes(path);
    return [...files].some(includes) ? [{ ...rule, scope: { includes } }] : [];
  }
  if (rule.pathGlobs.length === 0) return [];
  const { paths: _paths, ...definition } = rule.definition;
  return [{ ...rule, pathGlobs: [], definition }];
}

function placeOf({ rule, file, start, end }: Witness): string {
  return [rule, file, start.line, start.column, end.line, end.column].join('\0');
}

type LinesOf = (file: string) => readonly string[];

/** Shorter matches, such as `node.data`, also occur by chance. */
const MIN_WORD_CHARACTERS = 10;

/** Rule and matched text, or the whole lines of a short match. Undefined if they are too short, too. */
function keyOf({ rule, file, start, end }: Witness, linesOf: LinesOf): string | undefined {
  const lines = linesOf(file).slice(start.line - 1, end.line);
  const own = lineKey(matchedText(linesOf(file), { start, end }));
  const isLong = own.replaceAll(/\W/g, '').length >= MIN_WORD_CHARACTERS;
  const text = isLong ? own : lineKey(lines.join('\n'));
  return isSignificant(text) ? `${rule}\0${text}` : undefined;
}

function add(counts: Map<string, number>, key: string | undefined, by: number): void {
  if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + by);
}
