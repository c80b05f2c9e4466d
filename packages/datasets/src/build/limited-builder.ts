import type { EnvironmentBuilder } from './environment-step.ts';

/** Gives up on an environment after some time, so that one candidate cannot use the time of the others. */
export function limitedBuilder(build: EnvironmentBuilder, minutes: number): EnvironmentBuilder {
  return async (context) => {
    const limit = AbortSignal.timeout(minutes * 60_000);
    const signal = AbortSignal.any([context.signal, limit]);
    try {
      return await build({ ...context, signal });
    } catch (error) {
      if (!limit.aborted || context.signal.aborted) throw error;
      return { kind: 'rejected', reason: `no environment was found within ${minutes} minutes` };
    }
  };
}
