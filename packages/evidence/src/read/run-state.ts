import { join } from 'node:path';
import { journalEventSchema, type JournalEvent } from '@refbench/contracts';
import { isLockHeld, readJournal } from '@refbench/base';
import type { RunView } from '../schema/run-view.ts';

/** Reads whether a run goes on. A run whose process is gone was interrupted. */
export async function readRunState(folder: string): Promise<RunView['state']> {
  // The lock comes first: a run that ends in between must not look interrupted.
  if (await isLockHeld(join(folder, '.lock'))) return 'running';
  const { events } = await readJournal(join(folder, 'events.jsonl'), journalEventSchema);
  return lastWord(events) === 'finished' ? 'finished' : 'interrupted';
}

function lastWord(events: readonly JournalEvent[]): JournalEvent['kind'] | undefined {
  return events.findLast(({ kind }) => kind === 'finished' || kind === 'opened')?.kind;
}
