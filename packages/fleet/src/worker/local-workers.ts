import { setTimeout as sleep } from 'node:timers/promises';
import { TOOL_VERSION } from '@refbench/contracts';
import type { Announcer } from '../protocol/announcer.ts';
import { AttemptPool } from './attempt-pool.ts';
import { answerInvitation, type Invitation, type WorkerOptions } from './answer-invitation.ts';

/** A container engine, and how many attempts it makes at a time. */
export interface EngineSlots {
  /** For example `ssh://host1` or `unix:///run/docker-2.sock`. */
  readonly host: string;
  readonly slots: number;
}

/**
 * Makes attempts on several engines from this process, without a queue. They stop when the run withdraws
 * its work.
 */
export function localWorkers(
  engines: readonly EngineSlots[],
  invitation: Invitation,
  options: Omit<WorkerOptions, 'worker' | 'env' | 'pool'>,
): Announcer {
  const over = new AbortController();
  const pool = new AttemptPool();
  const work = Promise.all(
    engines.flatMap(({ host, slots }) =>
      Array.from({ length: slots }, async (_, slot) => {
        const worker = { name: `${host} (slot ${slot + 1})`, engine: host, tool: TOOL_VERSION };
        while (!over.signal.aborted && !options.stop.aborted) {
          const env = { DOCKER_HOST: host };
          const end = await answerInvitation(invitation, { ...options, worker, env, pool });
          if (end.kind === 'over') continue;
          await sleep(end.ms, undefined, { signal: over.signal }).catch(() => undefined);
        }
      }),
    ),
  );
  return {
    offer: () => Promise.resolve(),
    async withdraw() {
      over.abort();
      await work;
      await pool[Symbol.asyncDispose]();
    },
  };
}
