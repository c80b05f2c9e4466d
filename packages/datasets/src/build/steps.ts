import type { Instance } from '@refbench/contracts';
import type { CandidateLine } from './candidate-list.ts';

/** The steps of a candidate in their order. Cheap ones come first. */
export const STEPS = ['source', 'texts', 'rules', 'environment', 'admission'] as const;

export type Step = (typeof STEPS)[number];

/** How a step ended for a candidate. */
export type StepResult =
  | { readonly kind: 'done'; readonly note: string }
  | { readonly kind: 'dropped'; readonly reason: string };

/** A candidate on its way. */
export interface Work {
  readonly candidate: CandidateLine;
  /** Known once the source step is done. */
  readonly id: string;
  readonly language: Instance['language'];
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

/** What `source` finds out about a candidate. */
export type SourceResult =
  | (Pick<Work, 'id' | 'language'> & { readonly kind: 'done'; readonly note: string })
  | { readonly kind: 'dropped'; readonly reason: string };

/**
 * The work behind the steps. Each must be repeatable: a killed command starts the step again.
 * Failures of the machine are thrown, and end the command.
 */
export interface DatasetSteps {
  readonly source: (
    candidate: CandidateLine,
    options: Pick<Work, 'signal' | 'onProgress'>,
  ) => Promise<SourceResult>;
  readonly texts: (work: Work) => Promise<StepResult>;
  readonly rules: (work: Work) => Promise<StepResult>;
  readonly environment: (work: Work) => Promise<StepResult>;
  /** Checks all gates, and moves the instance to its final place. */
  readonly admission: (work: Work) => Promise<StepResult>;
}
