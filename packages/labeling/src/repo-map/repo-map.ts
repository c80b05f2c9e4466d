import { estimateTokens } from './tokens.ts';
import { compareText } from './code-unit-order.ts';
import type { FileTags } from './file-tags.ts';
import { isImportant } from './important-files.ts';
import { MapMaterial } from './map-material.ts';
import type { MapInterest } from './personalise.ts';
import { rankDefinitions, type Ranking } from './rank-definitions.ts';
import { readTags } from './read-tags.ts';
import { renderMap, type MapFile } from './render-map.ts';
import type { SourceTree } from './source-tree.ts';
import type { TagStore } from './tag-store.ts';

export interface RepoMapOptions {
  readonly tree: SourceTree;
  readonly store: TagStore;
  readonly interest: MapInterest;
  /** Token budget of the map (estimated). */
  readonly budgetTokens: number;
  /** What earlier maps of the same tree read. */
  readonly material?: MapMaterial | undefined;
  readonly signal: AbortSignal;
}

export interface RepoMap {
  /** Empty if nothing fits. */
  readonly text: string;
  readonly tokens: number;
  /** Number of entries shown. An entry is a definition or a file name. */
  readonly shown: number;
  /** Number of all entries. */
  readonly known: number;
  /** Number of files in supported languages. */
  readonly parsed: number;
}

/** A file name or a definition in a file. */
interface Entry {
  readonly path: string;
  readonly name?: string;
}

/**
 * Renders the most important definitions of a tree, as many as fit into the budget. The result is
 * deterministic.
 */
export async function buildRepoMap(options: RepoMapOptions): Promise<RepoMap> {
  const { tree, store, interest, budgetTokens, signal, material = new MapMaterial() } = options;
  const tags = await material.tags(() => readTags(tree, store, signal));
  const paths = tree.files.map(({ path }) => path).sort(compareText);
  const entries = entriesOf(paths, rankDefinitions(tags, paths, interest), interest);
  const renderer = new MapRenderer(tree, tags, material.lines);
  const shown = await largestFit(entries.length, async (count) => {
    signal.throwIfAborted();
    return estimateTokens(await renderer.render(entries.slice(0, count))) <= budgetTokens;
  });
  const text = await renderer.render(entries.slice(0, shown));
  return { text, tokens: estimateTokens(text), shown, known: entries.length, parsed: tags.length };
}

/**
 * Returns important files, then definitions by rank, then files without definitions by rank and
 * name.
 */
function entriesOf(
  paths: readonly string[],
  ranking: Ranking,
  interest: MapInterest,
): readonly Entry[] {
  const isListed = (path: string): boolean => !interest.inContext.has(path);
  const definitions = ranking.definitions.filter(({ path }) => isListed(path));
  const defining = new Set(definitions.map(({ path }) => path));
  const others = paths.filter((path) => isListed(path) && !defining.has(path));
  const rankOf = (path: string): number => ranking.files.get(path) ?? 0;
  const plain = others
    .filter((path) => !isImportant(path))
    .toSorted((left, right) => rankOf(right) - rankOf(left) || compareText(left, right));
  return [
    ...others.filter(isImportant).map((path) => ({ path })),
    ...definitions,
    ...plain.map((path) => ({ path })),
  ];
}

/** Finds the largest count that fits by doubling and then bisecting. */
async function largestFit(
  limit: number,
  fits: (count: number) => Promise<boolean>,
): Promise<number> {
  let good = 0;
  let next = Math.min(64, limit);
  while (next > good && (await fits(next))) {
    good = next;
    next = Math.min(next * 2, limit);
  }
  let bad = next;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (await fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** Renders maps of one tree. Reads the text of a file when it is first needed. */
class MapRenderer {
  private readonly tree: SourceTree;
  private readonly tags: ReadonlyMap<string, FileTags>;
  private readonly lines: Map<string, readonly string[]>;

  constructor(tree: SourceTree, tags: readonly FileTags[], lines: Map<string, readonly string[]>) {
    this.tree = tree;
    this.lines = lines;
    this.tags = new Map(tags.map((file) => [file.path, file]));
  }

  async render(entries: readonly Entry[]): Promise<string> {
    const names = new Map<string, Set<string>>();
    for (const { path, name } of entries) {
      const own = names.get(path) ?? new Set();
      if (name !== undefined) own.add(name);
      names.set(path, own);
    }
    await this.readLines([...names].filter(([, own]) => own.size > 0).map(([path]) => path));
    const files = [...names]
      .sort(([left], [right]) => compareText(left, right))
      .map(([path, own]): MapFile => {
        const all = own.size === 0 ? [] : (this.tags.get(path)?.definitions ?? []);
        const shown = all.filter(({ name }) => own.has(name));
        return { path, shown, all, lines: this.lines.get(path) ?? [] };
      });
    return renderMap(files);
  }

  private async readLines(paths: readonly string[]): Promise<void> {
    const wanted = new Set(paths.filter((path) => !this.lines.has(path)));
    if (wanted.size === 0) return;
    const files = this.tree.files.filter(({ path }) => wanted.has(path));
    for await (const { file, bytes } of this.tree.read(files)) {
      this.lines.set(file.path, bytes.toString('utf8').split('\n'));
    }
  }
}
