import type { AttemptView } from '@refbench/evidence';
import type { SearchHit } from './view-types.ts';

export const MOST_HITS = 200;
const CONTEXT = 80;

/** Finds the steps of an attempt that contain a text, without regard to case. */
export function findHits(
  { run, key, steps }: Pick<AttemptView, 'run' | 'key' | 'steps'>,
  text: string,
): readonly SearchHit[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  return steps.flatMap(({ step, message, reasoning, calls }) => {
    const texts = [message, reasoning, ...calls.flatMap(({ input, output }) => [input, output])];
    for (const one of texts) {
      const at = one.toLowerCase().indexOf(wanted);
      if (at === -1) continue;
      const start = Math.max(0, at - CONTEXT);
      const excerpt = one.slice(start, at + wanted.length + CONTEXT).replaceAll(/\s+/g, ' ');
      return [{ run, key, step, excerpt }];
    }
    return [];
  });
}
