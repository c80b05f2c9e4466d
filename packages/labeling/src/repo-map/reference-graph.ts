import { compareText } from './code-unit-order.ts';
import type { FileTags } from './file-tags.ts';
import { nameWeight } from './reference-weights.ts';

/** A name that is defined in some files and referred to from some; files are indices. */
interface Link {
  readonly name: string;
  readonly weight: number;
  /** In the order of paths. */
  readonly definers: readonly number[];
  /** Files that refer to the name, grouped by how often. */
  readonly groups: readonly ReferenceGroup[];
}

interface ReferenceGroup {
  readonly referrers: readonly number[];
  /** By the definer's place: the factor that the number of references gives. At least as long as the definers. */
  readonly factors: readonly number[];
}

/**
 * A weighted graph from the files that use a name to the files that define it. The edge from a referrer
 * to a definer weighs `weight x emphasis x factor`. Edges are kept as groups: a name with a thousand
 * definers and a thousand users has a million edges.
 */
export interface ReferenceGraph {
  /** Files in code-unit order of their paths. */
  readonly paths: readonly string[];
  /** Whether a file has any edge. */
  readonly connected: readonly boolean[];
  readonly links: readonly Link[];
  /** Names that nobody refers to: each is a weak edge from its definer to itself. */
  readonly unused: readonly { readonly name: string; readonly definer: number }[];
  /** By file: references from one that the reader has in full weigh more. */
  readonly emphasis: Float64Array;
  /** By file: the sum of the weights of its outgoing edges. */
  readonly outgoing: Float64Array;
}

/** Weight of an edge for a definition that nobody refers to. */
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
  // Without a comparison of our own: code-unit order is what it sorts by.
  for (const name of [...named.keys()].sort()) {
    const { definers, users, counts } = named.get(name) ?? NOBODY;
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
  /** Files, and how often each uses the name. */
  readonly users: number[];
  readonly counts: number[];
}

const NOBODY: Named = { definers: [], users: [], counts: [] };

/** All defined names. In a tree without any reference, definitions count as references to themselves. */
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

/** Files by count, in the order of the counts. */
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

/** The square root once more for each further definer, as Aider's repository map has it. */
function countFactors(mostDefiners: number): (count: number) => readonly number[] {
  const known = new Map<number, readonly number[]>();
  return (count) => {
    const before = known.get(count);
    if (before !== undefined) return before;
    const factors: number[] = [];
    let factor = count;
    for (let place = 0; place < mostDefiners; place += 1) {
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
