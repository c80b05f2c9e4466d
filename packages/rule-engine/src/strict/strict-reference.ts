import { displayPath, parsePatch, type Repository, type Tree } from '@refbench/repos';
import type { CommentLookup, FileLines, Languages, TreeChange } from '@refbench/scoring';
import type { Witness } from '@refbench/contracts';
import { commentLines } from '../ast-grep/comment-lines.ts';
import { liveCode, type LiveCode } from '../live-code/live-code.ts';
import type { EngineScanOptions } from '../scan/scan-files.ts';
import type { ContextScan, RepositoryContext } from '../scan/rule-context.ts';
import type { Ruleset } from '../rule/rule.ts';
import { readSources } from '../tree/tree-files.ts';
import { hiddenFiles, type HiddenFile } from './hidden-files.ts';
import { extensionOf, isSameFamily, sourceLanguage } from '../languages/language-families.ts';
import { remainingMatches } from './remaining-matches.ts';
import { treeChange } from './tree-change.ts';
import { treeState, type ScannedTree, type TreeState } from './tree-state.ts';

/** A tree with its scan and its id in the repository. */
export interface NamedTree extends ScannedTree {
  /** Commit or tree id. */
  readonly treeish: string;
}

/** The reference for all patches of an instance. */
export interface StrictReference {
  readonly repository: Repository;
  readonly ruleset: Ruleset;
  readonly base: NamedTree;
  readonly golden: NamedTree;
  readonly goldenState: TreeState;
  /** Undefined if golden's patch cannot be parsed. Then there are no strict figures. */
  readonly goldenChange: TreeChange | undefined;
  /**
   * Lines of base files that reductive rules match or golden changes, without comments and without code
   * that does nothing.
   */
  readonly lines: FileLines;
  /** Like `lines`, including comments. */
  readonly fullLines: FileLines;
  /** The files that each rule matches on base. */
  readonly filesOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** Comment-only lines of those files. */
  readonly baseComments: CommentLookup;
  /** The code of those files that has an effect. */
  readonly baseCode: LiveCode;
  /** Additive rules that match golden in code that does nothing. */
  readonly deadInGolden: ReadonlySet<string>;
  /** Matches of reductive rules that golden itself only spells in another way, or moves to other paths. */
  readonly respelledInGolden: readonly Witness[];
  readonly languages: Languages;
  /** The files that golden itself hides from its rules. */
  readonly hiddenInGolden: readonly HiddenFile[];
}

/** Reads base and golden once for all patches of an instance. */
export async function openStrictReference(options: {
  readonly repository: Repository;
  readonly ruleset: Ruleset;
  readonly base: NamedTree;
  readonly golden: NamedTree;
  readonly scan?: EngineScanOptions | undefined;
}): Promise<StrictReference> {
  const { repository, ruleset, base, golden, scan = {} } = options;
  const goldenState = await treeState(repository, base, golden);
  const filesOf = filesByRule(base, new Set(ruleset.reductive.map(({ id }) => id)));
  const wanted = new Set([...filesOf.values()].flatMap((files) => [...files]));
  for (const file of [...goldenState.removed, ...goldenState.written]) wanted.add(file);
  const fullLines = await linesOf(repository, base.tree, wanted);
  const inBase = await commentsOf(repository, base.tree, wanted);
  const baseCode = await liveCode(repository, base.tree, wanted);
  const lines = new Map(
    [...fullLines].map(([file, own]) => [
      file,
      own.map((text, index) =>
        inBase(file, index + 1) === true ? '' : (baseCode.line(file, index + 1) ?? text),
      ),
    ]),
  );
  const inGolden = await commentsOf(repository, golden.tree, goldenState.written);
  const additive = new Set(ruleset.additive.map(({ id }) => id));
  const matched = golden.scan.witnesses.filter(({ rule }) => additive.has(rule));
  const goldenCode = await liveCode(
    repository,
    golden.tree,
    new Set([...goldenState.written, ...matched.map(({ file }) => file)]),
  );
  const patch = parsePatch(await repository.diff(base.treeish, golden.treeish));
  return {
    repository,
    ruleset,
    base,
    golden,
    goldenState,
    goldenChange:
      patch.kind === 'rejected'
        ? undefined
        : await treeChange({
            repository,
            patch,
            base: base.tree,
            other: golden.tree,
            comments: { removed: inBase, added: inGolden },
            code: { removed: baseCode.line, added: goldenCode.line },
            isSource: () => true,
          }),
    lines,
    fullLines,
    filesOf,
    baseComments: inBase,
    baseCode,
    deadInGolden: new Set(matched.filter(goldenCode.isDead).map(({ rule }) => rule)),
    respelledInGolden: await remainingMatches({
      repository,
      base,
      fullLines,
      reductive: ruleset.reductive,
      other: golden,
      state: goldenState,
      movedByGolden: goldenState.removed,
      scan,
    }),
    languages: languagesOf(goldenState),
    hiddenInGolden: hiddenFiles({
      reductive: ruleset.reductive,
      filesOf,
      baseLines: fullLines,
      state: goldenState,
    }),
  };
}

/**
 * Opens the reference from a rule context whose trees were already scanned.
 * @param scan options of these scans: without engines, what golden itself leaves of OpenGrep rules stays unknown
 */
export function strictReferenceOf(
  { repository, commits, base, golden }: RepositoryContext,
  ruleset: Ruleset,
  scans: ContextScan,
  scan: EngineScanOptions,
): Promise<StrictReference> {
  return openStrictReference({
    repository,
    ruleset,
    scan,
    base: { tree: base, scan: scans.base, treeish: commits.base },
    golden: { tree: golden, scan: scans.golden, treeish: commits.golden },
  });
}

/** Finds comment-only lines of files of a tree with a syntax tree. */
export async function commentsOf(
  repository: Repository,
  tree: Tree,
  files: ReadonlySet<string>,
): Promise<CommentLookup> {
  const paths = [...tree.keys()].filter((path) => files.has(displayPath(path)));
  const comments = await commentLines(readSources(repository, tree, paths));
  return (path, line) => comments.get(path)?.has(line);
}

async function linesOf(
  repository: Repository,
  tree: Tree,
  files: ReadonlySet<string>,
): Promise<FileLines> {
  const paths = [...tree.keys()].filter((path) => files.has(displayPath(path)));
  const lines = new Map<string, readonly string[]>();
  for await (const { path, bytes } of readSources(repository, tree, paths)) {
    lines.set(path, bytes.toString('utf8').split('\n'));
  }
  return lines;
}

function filesByRule(
  { scan }: ScannedTree,
  rules: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const { rule, file } of scan.witnesses) {
    if (!rules.has(rule)) continue;
    const own = files.get(rule) ?? new Set<string>();
    files.set(rule, own.add(file));
  }
  return files;
}

/**
 * Collects the language conversions of golden: from the language of a removed file to that of a new
 * file.
 */
function languagesOf({ removed, added }: TreeState): Languages {
  const accepted = new Set<string>();
  for (const from of removed) {
    for (const to of added) {
      if (isSameFamily(extensionOf(from), extensionOf(to))) {
        accepted.add(`${sourceLanguage(from)} ${sourceLanguage(to)}`);
      }
    }
  }
  return {
    of: sourceLanguage,
    accepts: (from, to) => from === to || accepted.has(`${from} ${to}`),
  };
}
