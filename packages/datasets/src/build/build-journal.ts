import { instanceSchema } from '@refbench/contracts';
import { Journal, readJournal } from '@refbench/base';
import { z } from 'zod';
import { STEPS } from './steps.ts';

export const buildEventSchema = z.strictObject({
  at: z.string(),
  candidate: z.string(),
  step: z.enum(STEPS),
  outcome: z.enum(['done', 'dropped', 'reopened']),
  /** The reason of a drop-out, or what the step measured. */
  note: z.string(),
  seconds: z.number().nonnegative(),
  /** Of the source step. */
  id: z.string().optional(),
  language: instanceSchema.shape.language.optional(),
});

export type BuildEvent = z.infer<typeof buildEventSchema>;

/** How far a candidate came, by the journal. */
export interface Progress {
  readonly events: readonly BuildEvent[];
  readonly done: ReadonlySet<BuildEvent['step']>;
  /** The event that ended it: a drop-out, or its admission. */
  readonly end: BuildEvent | undefined;
}

/** Derives how far a candidate came from its events, in their order. */
export function progressOf(events: readonly BuildEvent[]): Progress {
  return {
    events,
    done: new Set(events.flatMap(({ step, outcome }) => (outcome === 'done' ? [step] : []))),
    end: events
      .slice(events.findLastIndex(({ outcome }) => outcome === 'reopened') + 1)
      .find(({ step, outcome }) => outcome === 'dropped' || step === 'admission'),
  };
}

/** The journal of a build, with the state of every candidate. */
export class BuildJournal implements AsyncDisposable {
  private readonly journal: Journal<BuildEvent>;
  private readonly byCandidate = new Map<string, BuildEvent[]>();

  private constructor(journal: Journal<BuildEvent>) {
    this.journal = journal;
  }

  static async open(path: string): Promise<BuildJournal> {
    const { events } = await readJournal(path, buildEventSchema);
    const opened = new BuildJournal(await Journal.open<BuildEvent>(path));
    for (const event of events) opened.remember(event);
    return opened;
  }

  progressOf(candidate: string): Progress {
    return progressOf(this.byCandidate.get(candidate) ?? []);
  }

  async record(event: BuildEvent): Promise<void> {
    await this.journal.append(event);
    this.remember(event);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.journal[Symbol.asyncDispose]();
  }

  private remember(event: BuildEvent): void {
    const events = this.byCandidate.get(event.candidate);
    if (events === undefined) this.byCandidate.set(event.candidate, [event]);
    else events.push(event);
  }
}
