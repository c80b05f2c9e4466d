import type { JournalEvent } from '@refbench/contracts';
import type { Journal } from '@refbench/base';
import type { ProgressEvent, ProgressListener } from '@refbench/workspace';

/**
 * Writes the phases of a run to its journal, so that viewers of the folder see what goes on. Failures are
 * thrown by `flush`: a phase that cannot be written is no reason to end an attempt at once.
 */
export class PhaseJournal {
  private readonly journal: Journal<JournalEvent>;
  private readonly next: ProgressListener;
  private written: Promise<void> = Promise.resolve();

  constructor(journal: Journal<JournalEvent>, next: ProgressListener) {
    this.journal = journal;
    this.next = next;
  }

  /** A listener that writes what belongs into the journal and passes every event on. */
  readonly listener: ProgressListener = (event) => {
    const line = journalLine(event, new Date().toISOString());
    if (line !== undefined) {
      const write = this.journal.append(line);
      this.written = this.written.then(() => write);
      // Reported by `flush`.
      this.written.catch(() => undefined);
    }
    this.next(event);
  };

  /** @throws the first error of writing */
  async flush(): Promise<void> {
    await this.written;
  }
}

function journalLine(event: ProgressEvent, at: string): JournalEvent | undefined {
  if (event.kind === 'instance-phase') return { ...event, at };
  if (event.kind === 'calibrated') return { ...event, differences: [...event.differences], at };
  if (event.kind !== 'phase') return undefined;
  return { ...event, kind: 'attempt-phase', expected_ms: event.expected_ms ?? null, at };
}
