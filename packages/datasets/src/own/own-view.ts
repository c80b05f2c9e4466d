import { readJournal, sum } from '@refbench/base';
import { buildEventSchema, progressOf, type BuildEvent } from '../build/build-journal.ts';
import { candidateKey } from '../build/candidate-list.ts';
import type { Step } from '../build/steps.ts';
import type { FoundCandidate } from './own-candidates.ts';
import { adviceFor } from './loss-advice.ts';

/** The state of one candidate. */
export interface OwnCandidateView {
  /** Of the instance; undefined before the first step. */
  readonly id: string | undefined;
  readonly title: string;
  readonly kind: FoundCandidate['found']['kind'];
  /** Abbreviated ids of the commits. */
  readonly commits: readonly string[];
  /** ISO date of the last commit. */
  readonly date: string;
  readonly language: string;
  readonly evidence: readonly string[];
  readonly stage: 'waiting' | 'working' | 'admitted' | 'dropped';
  /** The steps that are done, in order, each with what it measured. */
  readonly steps: readonly { readonly step: Step; readonly note: string }[];
  /** Of a candidate that dropped out. */
  readonly loss?:
    | { readonly step: Step; readonly reason: string; readonly advice: string | undefined }
    | undefined;
  readonly minutes: number;
  /** The last message of a candidate that is worked on. */
  readonly message?: string | undefined;
}

/**
 * Reads the state of all candidates from the journal of the build.
 * @param now - The last message about each candidate that was worked on since the start, by its key.
 */
export async function ownCandidateViews(
  candidates: readonly FoundCandidate[],
  journal: string,
  now: ReadonlyMap<string, string>,
): Promise<readonly OwnCandidateView[]> {
  const { events } = await readJournal(journal, buildEventSchema);
  return candidates.map(({ line, found }) => {
    const key = candidateKey(line);
    const own = events.filter(({ candidate }) => candidate === key);
    const { end } = progressOf(own);
    const message = end === undefined ? now.get(key) : undefined;
    return {
      id: own.findLast(({ id }) => id !== undefined)?.id,
      title: found.title,
      kind: found.kind,
      commits: found.commits.map((commit) => commit.slice(0, 10)),
      date: new Date(found.time * 1000).toISOString().slice(0, 10),
      language: found.language,
      evidence: found.evidence,
      stage: stageOf(end, message),
      steps: own
        .filter(({ outcome }) => outcome === 'done')
        .map(({ step, note }) => ({ step, note })),
      loss:
        end?.outcome === 'dropped'
          ? { step: end.step, reason: end.note, advice: adviceFor(end.step, end.note) }
          : undefined,
      minutes: sum(own.map(({ seconds }) => seconds)) / 60,
      message,
    };
  });
}

function stageOf(
  end: BuildEvent | undefined,
  message: string | undefined,
): OwnCandidateView['stage'] {
  if (end !== undefined) return end.outcome === 'dropped' ? 'dropped' : 'admitted';
  return message === undefined ? 'waiting' : 'working';
}
