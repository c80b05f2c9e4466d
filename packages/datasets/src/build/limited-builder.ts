import type { EnvironmentBuilder } from './environment-step.ts';

/**
 * Gives up on an environment after some time, so that one candidate cannot use the time of the others. Waiting for
 * the suites of another candidate does not count.
 */
export function limitedBuilder(build: EnvironmentBuilder, minutes: number): EnvironmentBuilder {
  return async (context) => {
    const limit = new WorkingLimit(minutes * 60_000);
    const { turn = (act) => act() } = context;
    const signal = AbortSignal.any([context.signal, limit.signal]);
    try {
      limit.resume();
      return await build({
        ...context,
        signal,
        turn: (act) => {
          limit.pause();
          return turn(() => {
            limit.resume();
            return act();
          });
        },
      });
    } catch (error) {
      if (!limit.signal.aborted || context.signal.aborted) throw error;
      return { kind: 'rejected', reason: `no environment was found within ${minutes} minutes` };
    } finally {
      limit.pause();
    }
  };
}

/** Aborts its signal after some time, of which pauses do not count. */
class WorkingLimit {
  private readonly controller = new AbortController();
  private leftMs: number;
  private running: { readonly timer: NodeJS.Timeout; readonly since: number } | undefined;

  constructor(ms: number) {
    this.leftMs = ms;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  resume(): void {
    const timer = setTimeout(() => this.controller.abort(), this.leftMs);
    this.running = { timer, since: performance.now() };
  }

  pause(): void {
    if (this.running === undefined) return;
    clearTimeout(this.running.timer);
    this.leftMs -= performance.now() - this.running.since;
    this.running = undefined;
  }
}
