import type { LabelCriterion, Labels } from '@refbench/contracts';
import { mean, quantileOfSorted } from '@refbench/scoring';
import { cosine, wordSimilarity } from '../consensus/rationale-similarity.ts';
import type { Reference } from './reference.ts';

/** Computes vectors of texts, in their order. */
export interface Embedder {
  readonly name: string;
  readonly embed: (texts: readonly string[]) => Promise<readonly (readonly number[])[]>;
}

export interface RationaleFigures {
  readonly criterion: LabelCriterion;
  /** `words`, or the name of the embedding model. */
  readonly measure: string;
  /** Number of pairs of a rationale of this run and one of the reference on the same instance. */
  readonly pairs: number;
  readonly similarity: number | null;
  /** Similarity of rationales of different instances, for comparison. */
  readonly background: number | null;
  readonly words: WordCounts;
  readonly referenceWords: WordCounts;
}

interface WordCounts {
  readonly texts: number;
  readonly mean: number | null;
  readonly median: number | null;
}

/**
 * Measures how similar the rationales are to those of people, compared with the similarity of
 * unrelated rationales.
 */
export async function rationaleFigures(
  criterion: LabelCriterion,
  all: readonly Labels[],
  reference: ReadonlyMap<string, Reference>,
  embedder?: Embedder,
): Promise<RationaleFigures> {
  const pairs = all.flatMap((labels) => {
    const theirs = reference.get(labels.instance)?.labels[criterion].rationales ?? [];
    const { label, votes } = labels[criterion];
    // Uses only passes whose label became the final one, because the others argue for something
    // else.
    const ours = votes.filter((vote) => vote.label === label && vote.rationale !== '');
    return ours.flatMap(({ rationale }) => theirs.map((one) => ({ ours: rationale, theirs: one })));
  });
  const measure =
    embedder === undefined
      ? wordSimilarity
      : await embedded(
          pairs.flatMap((one) => [one.ours, one.theirs]),
          embedder,
        );
  const same = pairs.map(({ ours, theirs }) => measure(ours, theirs));
  const other = pairs.map(({ ours }, at) =>
    measure(ours, pairs[(at + Math.ceil(pairs.length / 2)) % pairs.length]?.theirs ?? ''),
  );
  return {
    criterion,
    measure: embedder?.name ?? 'words',
    pairs: pairs.length,
    similarity: pairs.length === 0 ? null : mean(same),
    background: pairs.length < 2 ? null : mean(other),
    words: wordCounts(all.flatMap((one) => one[criterion].votes.map((vote) => vote.rationale))),
    referenceWords: wordCounts(
      [...reference.values()].flatMap((one) => one.labels[criterion].rationales),
    ),
  };
}

async function embedded(
  texts: readonly string[],
  { embed }: Embedder,
): Promise<(left: string, right: string) => number> {
  const unique = [...new Set(texts)];
  const vectors = await embed(unique);
  const known = new Map(unique.map((text, at) => [text, vectors[at] ?? []]));
  return (left, right) => cosine(known.get(left) ?? [], known.get(right) ?? []);
}

function wordCounts(texts: readonly string[]): WordCounts {
  const counts = texts
    .map((text) => text.split(/\s+/).filter(Boolean).length)
    .filter((count) => count > 0)
    .sort((left, right) => left - right);
  if (counts.length === 0) return { texts: 0, mean: null, median: null };
  return { texts: counts.length, mean: mean(counts), median: quantileOfSorted(counts, 0.5) };
}
