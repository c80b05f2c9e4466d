import { NO_ADJUSTMENTS, type Adjustments, type Diagnosis } from '@refbench/env-builder';

/** How far a recipe got. */
export interface Standing {
  /** `unbuilt`: no image; `leaking`: a refused image; `observed`: an image whose runs are refused. */
  readonly stage: 'unbuilt' | 'leaking' | 'observed' | 'admitted';
  /** The lowest number of passing tests of a run, and the highest number of failing ones. */
  readonly passed: number;
  readonly failed: number;
  /** The number of tests whose outcome differs between runs of one state. */
  readonly unstable: number;
  readonly log: string;
}

/** A fix to try. */
export interface Proposal extends Diagnosis {
  /** Whether nothing in the log asks for it. */
  readonly isGuess?: boolean;
}

/** Lines that tell what went wrong, without numbers, which differ from run to run. */
export function symptoms(log: string): string {
  const lines = log
    .split('\n')
    .filter((line) => /error|not found|no such|missing|cannot/i.test(line));
  return [...new Set(lines.map((line) => line.replaceAll(/[\d.]+/g, '')))].sort().join('\n');
}

const STAGES: readonly Standing['stage'][] = ['unbuilt', 'leaking', 'observed', 'admitted'];

/**
 * Decides which fix is tried next. A fix is kept if the recipe then gets further: to an image, to an
 * admission, to more passing tests. Before the admission, a fix that leads to another failure is kept, too,
 * because one failure can hide another. A guess that leads to another failure is dropped.
 */
export class FixSearch {
  /** The adjustments of the next try. */
  next: Adjustments;
  private kept: Adjustments;
  private best: Standing | undefined;
  private readonly reasons: string[] = [];
  private pending: Proposal | undefined;
  private guessed = false;
  private readonly refused = new Set<string>();
  private triesLeft: number;
  private improvementsLeft: number;

  /** @param start - The adjustments of the first try. */
  constructor(tries: number, improvements: number, start: Adjustments = NO_ADJUSTMENTS) {
    this.next = start;
    this.kept = start;
    this.triesLeft = tries;
    this.improvementsLeft = improvements;
  }

  /** The fixes of the best recipe, in order, and the one that is being tried. */
  get fixes(): readonly string[] {
    return this.pending === undefined ? [...this.reasons] : [...this.reasons, this.pending.because];
  }

  /** Whether the next try is a guess. */
  get isGuess(): boolean {
    return this.pending?.isGuess === true;
  }

  /** Whether any guess was tried. */
  get hasGuessed(): boolean {
    return this.guessed;
  }

  /** Whether a try got further than the best one so far. */
  improves(standing: Standing): boolean {
    return this.best === undefined || isBetter(standing, this.best, this.isGuess);
  }

  /** Records the result of a try. Returns whether it is the best so far. */
  record(standing: Standing): boolean {
    if (!this.improves(standing)) {
      this.refuse();
      return false;
    }
    this.best = standing;
    this.kept = this.next;
    if (this.pending !== undefined) this.reasons.push(this.pending.because);
    this.pending = undefined;
    return true;
  }

  /** Takes another result of the best recipe, whose validation had been stopped early. */
  complete(standing: Standing): void {
    this.best = standing;
  }

  /** Drops the fix of the last try. */
  refuse(): void {
    this.refused.add(JSON.stringify(this.next));
    this.pending = undefined;
    this.next = this.kept;
  }

  /** Chooses the next fix. Returns undefined if the best recipe is final. */
  advance(find: (known: Adjustments) => readonly Proposal[]): Proposal | undefined {
    const { best } = this;
    if (best === undefined || (best.stage === 'admitted' && best.failed === 0)) return undefined;
    const left = best.stage === 'admitted' ? this.improvementsLeft : this.triesLeft - 1;
    if (left <= 0) return undefined;
    const diagnosis = find(this.kept).find(
      ({ adjustments }) => !this.refused.has(JSON.stringify(adjustments)),
    );
    if (diagnosis === undefined) return undefined;
    if (best.stage === 'admitted') this.improvementsLeft -= 1;
    else this.triesLeft -= 1;
    this.next = diagnosis.adjustments;
    this.pending = diagnosis;
    this.guessed ||= this.isGuess;
    return diagnosis;
  }
}

function isBetter(standing: Standing, best: Standing, isGuess = false): boolean {
  const further = STAGES.indexOf(standing.stage) - STAGES.indexOf(best.stage);
  if (further !== 0) return further > 0;
  if (standing.passed !== best.passed) return standing.passed > best.passed;
  if (standing.unstable !== best.unstable) return standing.unstable < best.unstable;
  return !isGuess && standing.stage !== 'admitted' && symptoms(standing.log) !== symptoms(best.log);
}
