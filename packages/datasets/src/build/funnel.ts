import type { CandidateLine } from './candidate-list.ts';
import { candidateKey } from './candidate-list.ts';
import type { BuildJournal } from './build-journal.ts';
import { STEPS, type Step } from './steps.ts';

/** How many candidates passed each step, and why the others dropped out. */
export interface Funnel {
  readonly candidates: number;
  readonly steps: readonly {
    readonly step: Step;
    readonly passed: number;
    readonly dropped: readonly { readonly candidate: string; readonly reason: string }[];
  }[];
  readonly admitted: readonly string[];
  /** Candidates that were not needed, or that the command did not reach. */
  readonly untouched: number;
}

export function funnelOf(candidates: readonly CandidateLine[], journal: BuildJournal): Funnel {
  const all = candidates.map((candidate) => {
    const key = candidateKey(candidate);
    return { key, ...journal.progressOf(key) };
  });
  return {
    candidates: candidates.length,
    steps: STEPS.map((step) => ({
      step,
      passed: all.filter(({ done }) => done.has(step)).length,
      dropped: all.flatMap(({ key, end }) =>
        end?.step === step && end.outcome === 'dropped'
          ? [{ candidate: key, reason: end.note }]
          : [],
      ),
    })),
    admitted: all.flatMap(({ events, end }) =>
      end?.outcome === 'done' ? events.flatMap(({ id }) => id ?? []).slice(0, 1) : [],
    ),
    untouched: all.filter(({ events }) => events.length === 0).length,
  };
}
