import { trackSchema, type Track } from '@refbench/contracts';
import type { TaskReviewState } from './task-review.ts';

export interface ReviewTaskOptions {
  readonly states: Readonly<Record<Track, TaskReviewState>>;
  /** Reads one line. Undefined at the end of the input. */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly show: (text: string) => void;
  readonly accept: (track: Track, notes: string) => Promise<void>;
}

/**
 * Asks about each text without a valid review, and accepts it at once if the answer says so.
 * @returns the accepted tracks
 */
export async function reviewTask(options: ReviewTaskOptions): Promise<readonly Track[]> {
  const { states, ask, show, accept } = options;
  const accepted: Track[] = [];
  for (const track of trackSchema.options) {
    const { kind } = states[track];
    if (kind === 'reviewed' || kind === 'missing-text') continue;
    const answer = await askLetter(track, ask, show);
    if (answer === 'q') break;
    if (answer === 's') continue;
    const notes = await ask('Notes, or nothing: ');
    // The end of the input is no decision: a review that nobody finished must not count.
    if (notes === undefined) break;
    await accept(track, notes.trim());
    accepted.push(track);
  }
  return accepted;
}

async function askLetter(
  track: Track,
  ask: ReviewTaskOptions['ask'],
  show: ReviewTaskOptions['show'],
): Promise<'a' | 's' | 'q'> {
  for (;;) {
    const line = await ask(`task.${track}.md (a accept, s skip, q quit): `);
    const letter = line?.trim().toLowerCase() ?? 'q';
    if (letter === 'a' || letter === 's' || letter === 'q') return letter;
    show('Enter one of the letters.');
  }
}
