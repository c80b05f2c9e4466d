import type { ChangeSide } from '../change/change.ts';
import { scopedTo, type Candidate } from './candidate.ts';
import type { Measured } from './measure.ts';
import { byKind, classesOf, keyOf } from './named-containers.ts';

/** A rule with more names lists golden's own classes. */
const MOST_NAMES = 4;

/**
 * For patterns that both trees contain: the same patterns, limited to classes in which only one tree has
 * them. What golden moves from one class to another is told apart by its class, wherever the files are.
 */
export function classScoped(
  measured: readonly Measured[],
  own: ChangeSide,
  other: ChangeSide,
): readonly Candidate[] {
  const [here, there] = [classesOf(own), classesOf(other)];
  const kept = there.keys();
  return measured.flatMap(({ candidate, own: places, other: foreign }) => {
    if (foreign.length === 0 || candidate.words.length === 0) return [];
    const rivals = new Set(foreign.flatMap(there.around).map(keyOf));
    const free = places.flatMap(
      (place) =>
        here.around(place).findLast((one) => kept.has(keyOf(one)) && !rivals.has(keyOf(one))) ?? [],
    );
    return byKind(free, MOST_NAMES).map((inside) => scopedTo(candidate, 'inside', inside));
  });
}
