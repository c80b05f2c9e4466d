import { isScored, type ModelResults } from '../score/results-file.ts';
import { isCapped } from './summaries.ts';

/** Known distortions of the scores of a model. */
export interface Artefacts {
  readonly model: string;
  /** Answers that share identifiers with the change but name no changed file. */
  readonly misses: readonly { readonly key: string; readonly overlap: number }[];
  /** Answers that reached the maximum length. */
  readonly capped: readonly string[];
  /** Answers without any text. */
  readonly empty: readonly string[];
  /** Questions without an answer, with the reason. */
  readonly unscored: readonly { readonly key: string; readonly reason: string }[];
}

/** Any two Java files can have a smaller overlap. */
const NOTABLE_OVERLAP = 0.1;

export function artefactsOf({ model, results }: ModelResults): Artefacts {
  const scored = results.filter(isScored);
  return {
    model,
    misses: scored
      .filter(({ file_hit, token_overlap }) => !file_hit && token_overlap >= NOTABLE_OVERLAP)
      .map(({ key, token_overlap }) => ({ key, overlap: token_overlap }))
      .sort((left, right) => left.overlap - right.overlap),
    capped: scored.filter(isCapped).map(({ key }) => key),
    empty: scored.filter(({ output_tokens }) => output_tokens === 0).map(({ key }) => key),
    unscored: results.flatMap((result) =>
      isScored(result) ? [] : [{ key: result.key, reason: result.reason }],
    ),
  };
}
