import { compareText } from './code-unit-order.ts';
import type { FileTags } from './file-tags.ts';
import { nameWeight } from './reference-weights.ts';

/** A name with the files that define it and the files that refer to it. Files are indices. */
interface Link {
  readonly name: string;
  readonly weight: number;
  /** Sorted by path. */
  readonly definers: readonly number[];
  /** Files that refer to the name, grouped by the number of references. */
  readonly groups: readonly ReferenceGroup[];
}

interface ReferenceGroup {
  readonly referrers: readonly number[];
  /**
   * Factors for the number of references, by the position of the definer. At least as long as the
   * definers.
   */
  readonly factors: readonly number[];
}

/**
 * A weighted graph from the files that use a name to the files that define it. An edge has the
 * weight `weight x emphasis x factor`. Edges are stored in groups, because a name with a thousand
 * definers and a thousand users has a million edges.
 */
export interface ReferenceGraph {
  /** Files in code-unit order of their paths. */
  readonly paths: readonly string[];
  /** Whether a file has any edge. */
  readonly connected: readonly boolean[];
  readonly links: readonly Link[];
  /** Names without references. Each is a weak edge from its definer to itself. */
  readonly unused: readonly { readonly name: string; readonly definer: number }[];
  /** Emphasis by file. References from files that the model reads in full weigh more. */
  readonly emphasis: Float64Array;
  /** Sum of the weights of the outgoing edges, by file. */
  readonly outgoing: Float64Array;
}

/** Weight of the edge for a definition without references. */
export const UNUSED_WEIGHT = 0.1;
const IN_CONTEXT_EMPHASIS = 50;

export interface GraphOptions {
  readonly inContext: ReadonlySet<string>;
  readonly mentionedNames: ReadonlySet<string>;
}

export function referenceGraph(
  files: readonly FileTags[],
  { inContext, mentionedNames }: GraphOptions,
): ReferenceGraph {
  const sorted = files.toSorted((left, right) => compareText(left.path, right.path));
  const paths = sorted.map(({ path }) => path);
  const emphasis = Float64Array.from(paths, (path) =>
    inContext.has(path) ? IN_CONTEXT_EMPHASIS : 1,
  );
  const named = namesOf(sorted);
  const factorsOf = countFactors(
    Math.max(0, ...[...named.values()].map((one) => one.definers.length)),
  );
  const links: Link[] = [];
  const unused: { name: string; definer: number }[] = [];
  // The default order of `sort` is by code units.
  for (const name of [...named.keys()].sort()) {
    const { definers, users, counts } = named.get(name) ?? UNDEFINED_NAME;
    if (users.length === 0) unused.push(...definers.map((definer) => ({ name, definer })));
    else {
      const weight = nameWeight(name, definers.length, mentionedNames);
      const groups = groupsOf(users, counts).map(([count, referrers]) => ({
        referrers,
        factors: factorsOf(count),
      }));
      links.push({ name, weight, definers, groups });
    }
  }
  return { paths, links, unused, emphasis, ...edgesOf(emphasis, links, unused) };
}

interface Named {
  readonly definers: number[];
  /** Files that use the name. */
  readonly users: number[];
  /** Number of uses per file. */
  readonly counts: number[];
}

const UNDEFINED_NAME: Named = { definers: [], users: [], counts: [] };

/**
 * Collects all defined names. In a tree without references, each definition counts as a reference
 * to itself.
 */
function namesOf(files: readonly FileTags[]): ReadonlyMap<string, Named> {
  const named = new Map<string, Named>();
  const noReferences = files.every(({ references }) => references.names.length === 0);
  for (const [file, { definitions }] of files.entries()) {
    for (const { name } of definitions) {
      let entry = named.get(name);
      if (entry === undefined) named.set(name, (entry = { definers: [], users: [], counts: [] }));
      if (entry.definers.at(-1) === file) continue;
      entry.definers.push(file);
      if (!noReferences) continue;
      entry.users.push(file);
      entry.counts.push(1);
    }
  }
  for (const [file, { references }] of files.entries()) {
    for (let at = 0; at < references.names.length; at += 1) {
      const entry = named.get(references.names[at] ?? '');
      if (entry === undefined) continue;
      entry.users.push(file);
      entry.counts.push(references.counts[at] ?? 1);
    }
  }
  return named;
}

/** Groups files by count, sorted by count. */
function groupsOf(
  users: readonly number[],
  counts: readonly number[],
): readonly (readonly [number, readonly number[]])[] {
  const groups = new Map<number, number[]>();
  for (let at = 0; at < users.length; at += 1) {
    const file = users[at] ?? 0;
    const count = counts[at] ?? 1;
    const group = groups.get(count);
    if (group === undefined) groups.set(count, [file]);
    else group.push(file);
  }
  return groups.size < 2 ? [...groups] : [...groups].sort(([left], [right]) => left - right);
}

/** Takes one more square root for each further definer, like the repository map of Aider. */
function countFactors(maxDefiners: number): (count: number) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  return (count) => {
    const before = known.get(count);
    if (before !== undefined) return before;
    const factors: number[] = [];
    let factor = count;
    for (let place = 0; place < maxDefiners; place += 1) {
      factor = Math.sqrt(factor);
      factors.push(factor);
    }
    known.set(count, factors);
    return factors;
  };
}

function edgesOf(
  emphasis: Float64Array,
  links: readonly Link[],
  unused: ReferenceGraph['unused'],
): Pick<ReferenceGraph, 'connected' | 'outgoing'> {
  const outgoing = new Float64Array(emphasis.length);
  const connected = Array.from(emphasis, () => false);
  const add = (file: number, weight: number): void => {
    connected[file] = true;
    outgoing[file] = (outgoing[file] ?? 0) + weight;
  };
  for (const { weight, definers, groups } of links) {
    for (const file of definers) connected[file] = true;
    for (const { referrers, factors } of groups) {
      let sum = 0;
      for (let place = 0; place < definers.length; place += 1) sum += factors[place] ?? 0;
      for (const file of referrers) add(file, weight * (emphasis[file] ?? 1) * sum);
    }
  }
  for (const { definer } of unused) add(definer, UNUSED_WEIGHT);
  return { connected, outgoing };
}
