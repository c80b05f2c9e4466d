import { join } from 'node:path';
import { journalEventSchema, type JournalEvent } from '@refbench/contracts';
import { readJournal } from '@refbench/base';
import { phaseText } from '@refbench/workspace';
import type { LivePhase } from '../schema/run-view.ts';

/** What a run that goes on is doing now, by instance and by the key of the attempt. */
export interface LiveProgress {
  readonly instances: ReadonlyMap<string, LivePhase>;
  readonly attempts: ReadonlyMap<string, LivePhase>;
}

export const NO_PROGRESS: LiveProgress = { instances: new Map(), attempts: new Map() };

/** Reads the phases that the command wrote which executes the run now. */
export async function readLiveProgress(folder: string): Promise<LiveProgress> {
  const { events } = await readJournal(join(folder, 'events.jsonl'), journalEventSchema);
  const start = events.findLastIndex(({ kind }) => kind === 'opened');
  return progressOf(events.slice(start + 1));
}

/** The last phase of every instance and attempt that is not at its end. */
export function progressOf(events: readonly JournalEvent[]): LiveProgress {
  const instances = new Map<string, LivePhase>();
  const attempts = new Map<string, LivePhase>();
  for (const event of events) {
    if (event.kind === 'instance-phase' && event.phase !== 'ready') {
      instances.set(event.instance, phaseOf(event));
    } else if (event.kind === 'instance-phase' || event.kind === 'calibrated') {
      instances.delete(event.instance);
    } else if (event.kind === 'attempt-phase') attempts.set(keyOf(event), phaseOf(event));
    else if (event.kind === 'graded') attempts.delete(keyOf(event));
  }
  return { instances, attempts };
}

function phaseOf(event: {
  readonly phase: string;
  readonly at: string;
  readonly expected_ms: number | null;
}): LivePhase {
  const seconds = event.expected_ms === null ? null : Math.round(event.expected_ms / 1000);
  return { name: phaseText(event.phase), since: event.at, expectedSeconds: seconds };
}

function keyOf(event: {
  readonly instance: string;
  readonly agent: string;
  readonly attempt: number;
  readonly repeat?: number | undefined;
}): string {
  return `${event.instance}/${event.agent}/${event.repeat ?? 1}/${event.attempt}`;
}
