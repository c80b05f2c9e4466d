import type { Limits } from '@refbench/contracts';

/** A suite with a fault or a trick may wait for ever. One without may still be slower than any before. */
const FACTOR = 4;
const MIN_MS = 120_000;

/** Limits the time of each trial by that of the slowest one that ended with a verdict. */
export class TrialTime {
  private readonly most: Limits;
  private slowestMs: number | undefined;

  constructor(most: Limits) {
    this.most = most;
  }

  /** Records the duration of a trial with a verdict. */
  add(durationMs: number): void {
    this.slowestMs = Math.max(this.slowestMs ?? 0, durationMs);
  }

  /** The limits of the next trial. The first one may take as long as any run of the suite. */
  limits(): Limits {
    if (this.slowestMs === undefined) return this.most;
    const wanted = Math.max(MIN_MS, Math.ceil(this.slowestMs * FACTOR));
    return { ...this.most, wall_clock_ms: Math.min(this.most.wall_clock_ms, wanted) };
  }
}
