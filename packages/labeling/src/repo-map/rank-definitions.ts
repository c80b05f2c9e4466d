import { compareText } from './code-unit-order.ts';
import type { FileTags } from './file-tags.ts';
import { eachFlow, pageRank } from './page-rank.ts';
import { personalise, type MapInterest } from './personalise.ts';
import { referenceGraph } from './reference-graph.ts';

interface RankedDefinition {
  readonly path: string;
  readonly name: string;
  readonly rank: number;
}

export interface Ranking {
  /** Ranks of all files that have an edge. */
  readonly files: ReadonlyMap<string, number>;
  /** One entry per file and name, the highest rank first. */
  readonly definitions: readonly RankedDefinition[];
}

/**
 * Ranks definitions by how much the files of interest depend on them, like the repository map of
 * Aider.
 * @param allPaths all files of the tree, including those without tags
 */
export function rankDefinitions(
  files: readonly FileTags[],
  allPaths: readonly string[],
  interest: MapInterest,
): Ranking {
  const graph = referenceGraph(files, interest);
  const ranks = pageRank(graph, personalise(allPaths, interest));
  const definitions: RankedDefinition[] = [];
  eachFlow(graph, ranks, (name, definer, rank) => {
    definitions.push({ path: graph.paths[definer] ?? '', name, rank });
  });
  definitions.sort(
    (left, right) =>
      right.rank - left.rank ||
      compareText(right.path, left.path) ||
      compareText(right.name, left.name),
  );
  const connected = graph.paths.flatMap((path, file): [string, number][] =>
    graph.connected[file] === true ? [[path, ranks[file] ?? 0]] : [],
  );
  return { files: new Map(connected), definitions };
}
