import { UNUSED_WEIGHT, type ReferenceGraph } from './reference-graph.ts';

const DAMPING = 0.85;
/**
 * Iteration stops if the mean change of a rank is below this bound. 0.85^100 is smaller, so the
 * loop converges.
 */
const TOLERANCE = 1e-6;
const MAX_ROUNDS = 100;

/**
 * Computes the personalised PageRank of the connected files by power iteration. Files without
 * outgoing edges pass their rank to the personalised files. Without personal weights all files are
 * equal.
 * @returns one rank per file, in the order of `graph.paths`; 0 for a file without edges
 */
export function pageRank(
  graph: ReferenceGraph,
  personal: ReadonlyMap<string, number>,
): Float64Array {
  const { paths, connected, outgoing } = graph;
  const nodes = connected.filter(Boolean).length;
  const restart = restartVector(graph, personal, nodes);
  let rank = Float64Array.from(connected, (is) => (is ? 1 / nodes : 0));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = new Float64Array(paths.length);
    eachFlow(graph, rank, (_name, definer, amount) => {
      next[definer] = (next[definer] ?? 0) + amount;
    });
    let dangling = 0;
    for (let file = 0; file < paths.length; file += 1) {
      if (outgoing[file] === 0) dangling += rank[file] ?? 0;
    }
    let change = 0;
    for (let file = 0; file < paths.length; file += 1) {
      const jump = DAMPING * dangling + (1 - DAMPING);
      const value = DAMPING * (next[file] ?? 0) + jump * (restart[file] ?? 0);
      change += Math.abs(value - (rank[file] ?? 0));
      next[file] = value;
    }
    rank = next;
    if (change < nodes * TOLERANCE) break;
  }
  return rank;
}

/**
 * Distributes the rank of each file over its outgoing edges by weight. Calls `visit` once per
 * definition of a name.
 */
export function eachFlow(
  graph: ReferenceGraph,
  rank: Float64Array,
  visit: (name: string, definer: number, amount: number) => void,
): void {
  const { links, unused, emphasis, outgoing } = graph;
  const flow = rank.map((value, file) =>
    outgoing[file] === 0 ? 0 : (value * (emphasis[file] ?? 1)) / (outgoing[file] ?? 1),
  );
  const inflows: number[] = [];
  for (const { name, weight, definers, groups } of links) {
    for (let at = 0; at < groups.length; at += 1) {
      const referrers = groups[at]?.referrers ?? [];
      let inflow = 0;
      for (let each = 0; each < referrers.length; each += 1) {
        inflow += flow[referrers[each] ?? 0] ?? 0;
      }
      inflows[at] = weight * inflow;
    }
    for (let place = 0; place < definers.length; place += 1) {
      let amount = 0;
      for (let at = 0; at < groups.length; at += 1) {
        amount += (inflows[at] ?? 0) * (groups[at]?.factors[place] ?? 0);
      }
      visit(name, definers[place] ?? 0, amount);
    }
  }
  for (const { name, definer } of unused) {
    visit(name, definer, ((rank[definer] ?? 0) * UNUSED_WEIGHT) / (outgoing[definer] ?? 1));
  }
}

function restartVector(
  { paths, connected }: ReferenceGraph,
  personal: ReadonlyMap<string, number>,
  nodes: number,
): Float64Array {
  const weights = Float64Array.from(paths, (path, file) =>
    connected[file] === true ? (personal.get(path) ?? 0) : 0,
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (sum > 0) return weights.map((weight) => weight / sum);
  return Float64Array.from(connected, (is) => (is ? 1 / nodes : 0));
}
