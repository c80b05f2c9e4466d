import { join } from 'node:path';
import type { Instance } from '@refbench/contracts';
import { acquireLock } from '@refbench/base';
import { BuildJournal, type Progress } from './build-journal.ts';
import { candidateKey, type CandidateLine } from './candidate-list.ts';
import { faultOf } from '../machine-failure.ts';
import { funnelOf, type Funnel } from './funnel.ts';
import type { DatasetSteps, SourceResult, Step, StepResult, Work } from './steps.ts';

/**
 * @param open - The candidates that are left, at least one.
 * @param progressOf - How far a candidate came, by its key.
 */
export type ChooseCandidate = (
  open: readonly CandidateLine[],
  progressOf: (candidate: string) => Progress,
) => CandidateLine | undefined;

export interface BuildDatasetOptions {
  /** In the order in which they are tried. */
  readonly candidates: readonly CandidateLine[];
  /** Number of instances to admit. */
  readonly want: number;
  /** Maximum number of admitted instances per language. Unlimited if absent. */
  readonly perLanguage?: number | undefined;
  /** Candidates at a time. */
  readonly jobs: number;
  /** Folder of the journal; an existing one is continued. */
  readonly folder: string;
  readonly steps: DatasetSteps;
  /** Keys of candidates that dropped out, and are tried again from that step on. */
  readonly retry?: readonly string[] | undefined;
  /** Chooses which of the open candidates comes next. The first one does if this is absent. */
  readonly choose?: ChooseCandidate | undefined;
  /** When aborted, no step starts, and running ones are stopped. */
  readonly signal: AbortSignal;
  readonly onProgress: (candidate: string, message: string) => void;
}

/**
 * Takes candidate after candidate through all steps, until enough are admitted. Every finished step
 * is in the journal before the next one starts, so a killed build repeats at most the running steps.
 * An error that the candidate is responsible for drops it.
 * @throws RefbenchError for failures of the machine; kind `in-use` if another build uses the folder
 */
export async function buildDataset(options: BuildDatasetOptions): Promise<Funnel> {
  const { folder } = options;
  await using _held = await acquireLock(join(folder, '.lock'), `the dataset build in ${folder}`);
  await using journal = await BuildJournal.open(join(folder, 'journal.jsonl'));
  for (const candidate of options.retry ?? []) await reopen(journal, candidate);
  await new DatasetBuild(options, journal).run();
  return funnelOf(options.candidates, journal);
}

type Dropped = Extract<StepResult, { readonly kind: 'dropped' }>;

async function reopen(journal: BuildJournal, candidate: string): Promise<void> {
  const { end } = journal.progressOf(candidate);
  if (end?.outcome !== 'dropped') return;
  const { step } = end;
  const at = new Date().toISOString();
  await journal.record({ at, candidate, step, outcome: 'reopened', note: '', seconds: 0 });
}

class DatasetBuild {
  private readonly options: BuildDatasetOptions;
  private readonly journal: BuildJournal;
  /** Languages of the candidates that are admitted or on their way. */
  private readonly taken = new Map<string, Instance['language'] | undefined>();
  private readonly controller = new AbortController();
  private readonly signal: AbortSignal;

  constructor(options: BuildDatasetOptions, journal: BuildJournal) {
    this.options = options;
    this.journal = journal;
    this.signal = AbortSignal.any([options.signal, this.controller.signal]);
  }

  async run(): Promise<void> {
    const { candidates, jobs } = this.options;
    const open = new Set<CandidateLine>();
    for (const candidate of candidates) {
      const key = candidateKey(candidate);
      const { end, events } = this.journal.progressOf(key);
      if (end === undefined) open.add(candidate);
      else if (end.outcome === 'done')
        this.taken.set(key, events.find(({ language }) => language)?.language);
    }
    let failure: unknown;
    const worker = async (): Promise<void> => {
      while (!this.signal.aborted && this.taken.size < this.options.want) {
        const candidate = this.nextOf([...open]);
        if (candidate === undefined) return;
        open.delete(candidate);
        this.taken.set(candidateKey(candidate), undefined);
        const admitted = await this.take(candidate);
        if (!admitted) this.taken.delete(candidateKey(candidate));
      }
    };
    const guarded = async (): Promise<void> => {
      // The first failure of the machine stops the others, whose candidates stay open.
      await worker().catch((error: unknown) => {
        failure ??= error;
        this.controller.abort();
      });
    };
    await Promise.all(Array.from({ length: jobs }, guarded));
    this.options.signal.throwIfAborted();
    if (failure !== undefined) throw failure;
  }

  private nextOf(open: readonly CandidateLine[]): CandidateLine | undefined {
    const { choose } = this.options;
    if (choose === undefined || open.length === 0) return open[0];
    return choose(open, (candidate) => this.journal.progressOf(candidate));
  }

  /** Returns whether the candidate was admitted. */
  private async take(candidate: CandidateLine): Promise<boolean> {
    const { steps, onProgress } = this.options;
    const key = candidateKey(candidate);
    const say = (message: string): void => onProgress(key, message);
    const known = this.journal.progressOf(key).events.find(({ step }) => step === 'source');
    const source =
      known?.id !== undefined && known.language !== undefined
        ? { id: known.id, language: known.language }
        : await this.source(candidate, say);
    if (source === undefined) return false;
    const { perLanguage } = this.options;
    const same = [...this.taken.values()].filter((language) => language === source.language);
    if (perLanguage !== undefined && same.length >= perLanguage) {
      say(`not needed: ${perLanguage} instances in ${source.language} are there`);
      return false;
    }
    this.taken.set(key, source.language);
    const work: Work = { candidate, ...source, signal: this.signal, onProgress: say };
    for (const step of ['texts', 'rules', 'environment', 'admission'] as const) {
      if (this.journal.progressOf(key).done.has(step)) continue;
      const result = await this.perform(key, step, say, () => steps[step](work));
      if (result.kind === 'dropped') return false;
    }
    return true;
  }

  private async source(
    candidate: CandidateLine,
    onProgress: (message: string) => void,
  ): Promise<Pick<Work, 'id' | 'language'> | undefined> {
    const { steps } = this.options;
    const result = await this.perform(candidateKey(candidate), 'source', onProgress, () =>
      steps.source(candidate, { signal: this.signal, onProgress }),
    );
    return result.kind === 'done' ? result : undefined;
  }

  private async perform<R extends StepResult | SourceResult>(
    candidate: string,
    step: Step,
    say: (message: string) => void,
    act: () => Promise<R>,
  ): Promise<R | Dropped> {
    this.signal.throwIfAborted();
    const started = performance.now();
    const result = await act().catch((error: unknown): Dropped => {
      this.signal.throwIfAborted();
      return { kind: 'dropped', reason: faultOf(error) };
    });
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    const note = result.kind === 'done' ? result.note : result.reason;
    await this.journal.record({
      at: new Date().toISOString(),
      candidate,
      step,
      outcome: result.kind,
      note,
      seconds,
      ...('id' in result
        ? {
            id: result.id,
            language: result.language,
          }
        : {}),
    });
    say(`${step}: ${result.kind === 'done' ? '' : 'dropped: '}${note} (${seconds} s)`);
    return result;
  }
}
