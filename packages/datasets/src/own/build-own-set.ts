import { join } from 'node:path';
import { makeFolder } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';
import type { OwnSearch } from '@refbench/mining';
import { buildDataset, type ChooseCandidate } from '../build/build-dataset.ts';
import { candidateKey } from '../build/candidate-list.ts';
import type { DatasetSteps } from '../build/steps.ts';
import { searchOwnHistory, type FoundCandidate, type OwnHistoryOptions } from './own-candidates.ts';
import { Repeater } from './repeater.ts';
import { inOrderOfTrial, type EnvironmentTrial } from './trial-order.ts';
import { ownCandidateViews, type OwnCandidateView } from './own-view.ts';

export interface BuildOwnSetOptions extends OwnHistoryOptions {
  readonly steps: DatasetSteps;
  /** Number of instances to admit. */
  readonly want: number;
  /** Candidates at a time. While the suite of one runs, the environment of another one is made. */
  readonly jobs: number;
  /** No new step starts after this time, and the running one is stopped. */
  readonly maxMs: number;
  /** Commits of candidates that dropped out, abbreviated, to try again. */
  readonly retry: readonly string[];
  /** Called with the state of all candidates whenever it changed, at most once a second. */
  readonly onView: (view: OwnSetView) => Promise<void>;
}

/** A page need not show every message. */
const PAGE_PAUSE_MS = 1000;

/** Why a command ended. `failed`: something is wrong with the machine, which the error tells. */
type OwnEnd = 'enough' | 'time' | 'candidates' | 'interrupted' | 'failed';

export interface OwnSetView {
  readonly name: string;
  readonly want: number;
  /** Undefined while the command runs. */
  readonly end: OwnEnd | undefined;
  readonly read: number;
  /** Whether the clone lacks the start of the history. */
  readonly isShallow: boolean;
  /** Commits that were looked at and are no candidates. */
  readonly rejected: OwnSearch['rejected'];
  readonly candidates: readonly OwnCandidateView[];
}

/**
 * Makes instances of the refactorings in the history of one repository, until there are enough, or the
 * time is over. The same call continues; what is admitted stays.
 * @throws RefbenchError for failures of the machine; kind `in-use` if another command uses the folder
 */
export async function buildOwnSet(options: BuildOwnSetOptions): Promise<OwnSetView> {
  const { folder, want, jobs, steps, retry, onView, onProgress } = options;
  const deadline = AbortSignal.timeout(options.maxMs);
  const signal = AbortSignal.any([options.signal, deadline]);
  await makeFolder(folder);
  const { read, isShallow, rejected, candidates } = await searchOwnHistory(options);
  onProgress(
    `${read} commits read: ${candidates.length} candidates, ${rejected.length} others looked at and left out`,
  );
  if (isShallow) onProgress('the clone is shallow, so it has only the newest commits');
  const now = new Map<string, string>();
  const view = async (end: OwnEnd | undefined): Promise<OwnSetView> => ({
    name: options.name,
    want,
    end,
    read,
    isShallow,
    rejected,
    candidates: await ownCandidateViews(candidates, join(folder, 'journal.jsonl'), now),
  });
  const repeater = new Repeater(async () => onView(await view(undefined)), PAGE_PAUSE_MS);
  repeater.changed();
  const titles = new Map(candidates.map(({ line, found }) => [candidateKey(line), found.title]));
  try {
    await buildDataset({
      candidates: candidates.map(({ line }) => line),
      want,
      jobs,
      folder,
      steps,
      signal,
      retry: retry.map((commit) => keyOf(commit, candidates)),
      choose: chooserOf(candidates),
      onProgress: (key, message) => {
        now.set(key, message);
        repeater.changed();
        onProgress(`${(titles.get(key) ?? key).slice(0, 40)}  ${message}`);
      },
    });
  } catch (error) {
    // The candidates that were worked on stay open.
    if (signal.aborted) return await close();
    await repeater.end();
    await onView(await view('failed'));
    throw error;
  }
  return await close();

  async function close(): Promise<OwnSetView> {
    await repeater.end();
    now.clear();
    const last = await view(undefined);
    const admitted = last.candidates.filter(({ stage }) => stage === 'admitted').length;
    const end = endOf(admitted >= want, options.signal.aborted, deadline.aborted);
    const final = { ...last, end };
    await onView(final);
    return final;
  }
}

/** What was begun comes first; then what is worth most after what became of the others. */
function chooserOf(candidates: readonly FoundCandidate[]): ChooseCandidate {
  return (open, progressOf) => {
    const begun = open.find((line) => progressOf(candidateKey(line)).events.length > 0);
    if (begun !== undefined) return begun;
    const trials = candidates.flatMap(({ line, found: { time } }): EnvironmentTrial[] => {
      const { done, end } = progressOf(candidateKey(line));
      if (done.has('environment')) return [{ time, hasEnvironment: true }];
      return end?.step === 'environment' ? [{ time, hasEnvironment: false }] : [];
    });
    const rated = candidates
      .filter(({ line }) => open.includes(line))
      .map(({ line, found: { score, time } }) => ({ line, score, time }));
    return inOrderOfTrial(rated, trials)[0]?.line;
  };
}

function keyOf(commit: string, candidates: readonly FoundCandidate[]): string {
  const matching = candidates.filter(({ line, found }) =>
    [line.golden, ...found.commits].some((id) => id.startsWith(commit.toLowerCase())),
  );
  const [first] = matching;
  if (first !== undefined && matching.length === 1) return candidateKey(first.line);
  throw new RefbenchError({
    kind: 'usage',
    message: `--retry ${commit}: ${matching.length} candidates match`,
    hint: 'specify a commit as own.html shows it',
  });
}

function endOf(isEnough: boolean, isInterrupted: boolean, isLate: boolean): OwnEnd {
  if (isEnough) return 'enough';
  if (isInterrupted) return 'interrupted';
  return isLate ? 'time' : 'candidates';
}
