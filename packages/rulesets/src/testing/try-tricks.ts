import type { RulesetSide, ThreeWay, Witness } from '@refbench/contracts';
import { displayPath } from '@refbench/repos';
import {
  WordSet,
  measureTree,
  readFiles,
  readsLanguageOf,
  regularFiles,
  writeEdited,
  type ContextScan,
  type RepositoryContext,
  type Rule,
  type Ruleset,
  type StrictReference,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { TRICKS } from './tricks.ts';
import type { MatchedFile, TrickContext } from './trick.ts';

export interface TrickResult {
  readonly trick: string;
  readonly description: string;
  /** As in `Trick`. */
  readonly breaksWith: readonly string[];
  /** The score of a patch with this trick, ignoring tests. Null without such rules. */
  readonly ifr: ThreeWay;
  readonly ifrStrict: ThreeWay;
  /** What each rule earns in the strict figures, by id, in 0..1. */
  readonly shares: ReadonlyMap<string, number>;
  /** Rules that the trick satisfies, in the order of the ruleset. */
  readonly satisfied: readonly { readonly rule: string; readonly side: RulesetSide }[];
  /** Number of files that no longer parse. */
  readonly broken: number;
  /** The tree with the trick, in the repository of the context. */
  readonly treeish: string;
}

/**
 * Scores each trick as if it were a patch of base.
 * @param only names of the tricks to try; all if absent
 */
export async function tryTricks(
  context: RepositoryContext,
  reference: StrictReference,
  options: TreeScanOptions = {},
  only?: readonly string[],
): Promise<readonly TrickResult[]> {
  const { ruleset, base, golden } = reference;
  const tricks = await trickContext(ruleset, context, { base: base.scan, golden: golden.scan });
  const results: TrickResult[] = [];
  for (const trick of TRICKS) {
    if (only?.includes(trick.name) === false) continue;
    const treeish = await writeEdited(context, trick.edits(tricks));
    const { measurement, scan, rules, satisfied } = await measureTree(reference, treeish, options);
    results.push({
      trick: trick.name,
      description: trick.description,
      breaksWith: trick.breaksWith ?? [],
      ifr: rules,
      ifrStrict: measurement.following?.ifr ?? { additive: null, reductive: null, total: null },
      shares: measurement.following?.shares ?? new Map(),
      satisfied,
      treeish,
      broken: scan.broken.filter((file) => !base.scan.broken.includes(file)).length,
    });
  }
  return results;
}

/** Scripts that are only recognised by their first line are not used. */
const NOTHING = Buffer.alloc(0);

async function trickContext(
  ruleset: Ruleset,
  context: RepositoryContext,
  scans: ContextScan,
): Promise<TrickContext> {
  const base = await matchedFiles(context, 'base', scans.base.witnesses, ruleset.reductive);
  const rules = [...ruleset.additive, ...ruleset.reductive].filter(
    (rule) => rule.dialect === 'opengrep' || rule.language !== 'Text',
  );
  return {
    base,
    golden: await matchedFiles(context, 'golden', scans.golden.witnesses, ruleset.additive),
    vanished: await vanishedNames(context, base),
    sources: [...context.base.keys()]
      .map(displayPath)
      .filter((path) => rules.some((rule) => readsLanguageOf(rule, { path, bytes: NOTHING }))),
  };
}

async function matchedFiles(
  context: RepositoryContext,
  state: 'base' | 'golden',
  witnesses: readonly Witness[],
  rules: readonly Rule[],
): Promise<readonly MatchedFile[]> {
  const wanted = new Set(rules.map(({ id }) => id));
  const byFile = new Map<string, Witness[]>();
  for (const witness of witnesses.filter(({ rule }) => wanted.has(rule))) {
    const others = byFile.get(witness.file);
    if (others === undefined) byFile.set(witness.file, [witness]);
    else others.push(witness);
  }
  const files: MatchedFile[] = [];
  for (const [path, own] of byFile) {
    const bytes = await context.read(state, path);
    if (bytes !== undefined) files.push({ path, text: bytes.toString('utf8'), witnesses: own });
  }
  return files;
}

/** Names in the matched lines of base that do not occur in golden. */
async function vanishedNames(
  { repository, golden }: RepositoryContext,
  files: readonly MatchedFile[],
): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const { text, witnesses } of files) {
    const lines = text.split('\n');
    for (const { start, end } of witnesses) {
      const matched = lines.slice(start.line - 1, end.line).join('\n');
      for (const name of matched.match(/\b[A-Za-z_]\w{2,}/g) ?? []) names.add(name);
    }
  }
  const list = [...names];
  const words = new WordSet(list);
  for await (const { bytes } of readFiles(repository, regularFiles(golden, [...golden.keys()]))) {
    for (const [index, found] of words.foundIn(bytes).entries()) {
      if (found === 1) names.delete(list[index] ?? '');
    }
  }
  return names;
}
