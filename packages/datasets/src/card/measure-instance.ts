import { existsSync } from 'node:fs';
import type { Instance } from '@refbench/contracts';
import {
  addedLines,
  displayPath,
  parsePatch,
  removedLines,
  type ChangedLines,
  type Repository,
  type Tree,
} from '@refbench/repos';
import { changedPaths, commentLines, loadRuleset, readSources } from '@refbench/rule-engine';
import { languageOfPath } from '@refbench/code-facts';
import { precision, type ChangedLine, type CommentLookup } from '@refbench/scoring';
import { openInstanceRepository, readTask, type CatalogEntry } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import { knownTests } from './known-tests.ts';

/** Numbers of added and removed lines. */
interface DiffLines {
  readonly added: number;
  readonly removed: number;
}

/** Measures of one instance for the tables of a data set; null if there is nothing to count yet. */
export interface InstanceMeasures {
  readonly id: string;
  readonly repository: string;
  readonly language: string;
  readonly category: string;
  /** Whether the instance has no tests, so that it is scored by its rules alone. */
  readonly untested: boolean;
  /** Source files of base, and their lines. */
  readonly sourceFiles: number;
  readonly sourceLines: number;
  /** The golden diff: all lines, and those that count for precision and diff size. */
  readonly changedFiles: number;
  readonly diff: DiffLines;
  readonly counted: DiffLines;
  readonly additiveRules: number | null;
  readonly reductiveRules: number | null;
  /** Tests of the suite on golden. */
  readonly tests: number | null;
  readonly words: { readonly instructed: number | null; readonly open: number | null };
}

/** Measures the commits, rules and task texts of an instance. */
export async function measureInstance(
  workspace: Workspace,
  entry: CatalogEntry,
  signal: AbortSignal,
): Promise<InstanceMeasures> {
  const { instance } = entry;
  await using repository = await openInstanceRepository({ workspace, entry, signal });
  const [base, golden] = [
    await repository.readTree(instance.base),
    await repository.readTree(instance.golden),
  ];
  const patch = parsePatch(await repository.diff(instance.base, instance.golden, signal));
  if (patch.kind === 'rejected') throw new Error(`git's own diff is a patch: ${patch.reason}`);
  const [added, removed] = [linesOf(addedLines(patch)), linesOf(removedLines(patch))];
  const comments = await commentsIn(repository, base, golden);
  const { counts } = precision({ added, removed, additive: [], reductive: [], comments });
  const ruleset = existsSync(entry.rulesDir) ? await loadRuleset(entry.rulesDir) : undefined;
  return {
    ...namesOf(instance),
    ...(await sourceOf(repository, base)),
    changedFiles: patch.files.length,
    diff: { added: added.length, removed: removed.length },
    counted: { added: counts.additive.total, removed: counts.reductive.total },
    additiveRules: ruleset?.additive.length ?? null,
    reductiveRules: ruleset?.reductive.length ?? null,
    tests: await knownTests(workspace, entry),
    words: {
      instructed: await wordsOf(entry, 'instructed'),
      open: await wordsOf(entry, 'open'),
    },
  };
}

function namesOf(
  instance: Instance,
): Pick<InstanceMeasures, 'id' | 'repository' | 'language' | 'category' | 'untested'> {
  const { id, repository, language, category, no_tests } = instance;
  return { id, repository: repository.name, language, category, untested: no_tests !== undefined };
}

function linesOf(changed: ChangedLines): ChangedLine[] {
  return [...changed].flatMap(([path, byNumber]) =>
    [...byNumber].map(([line, text]) => ({ path: displayPath(path), line, text })),
  );
}

/** Comments are detected as for scores. */
async function commentsIn(
  repository: Repository,
  base: Tree,
  golden: Tree,
): Promise<{ readonly added: CommentLookup; readonly removed: CommentLookup }> {
  const { removed, written } = changedPaths(base, golden);
  const before = [...removed, ...written.filter((path) => base.has(path))];
  return {
    added: lookup(await commentLines(readSources(repository, golden, written))),
    removed: lookup(await commentLines(readSources(repository, base, before))),
  };
}

function lookup(known: ReadonlyMap<string, ReadonlySet<number>>): CommentLookup {
  return (path, line) => known.get(path)?.has(line);
}

async function sourceOf(
  repository: Repository,
  tree: Tree,
): Promise<{ readonly sourceFiles: number; readonly sourceLines: number }> {
  const paths = [...tree.keys()].filter((path) => isSource(displayPath(path)));
  let sourceFiles = 0;
  let sourceLines = 0;
  for await (const { bytes } of readSources(repository, tree, paths)) {
    sourceFiles += 1;
    sourceLines += countLines(Buffer.from(bytes));
  }
  return { sourceFiles, sourceLines };
}

/** Data formats have grammars, too, but are not source code. */
function isSource(path: string): boolean {
  const language = languageOfPath(path);
  return language !== undefined && language !== 'Json' && language !== 'Yaml';
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return bytes.length > 0 && bytes.at(-1) !== 10 ? lines + 1 : lines;
}

async function wordsOf(entry: CatalogEntry, track: 'instructed' | 'open'): Promise<number | null> {
  if (!existsSync(`${entry.dir}/task.${track}.md`)) return null;
  const text = await readTask(entry, track);
  return text.split(/\s+/).filter((word) => word !== '').length;
}
