import type { Witness } from '@refbench/contracts';

/** How a match compares with base, in the words of SARIF: `absent` matches are those of base that are gone. */
export type MatchState = 'new' | 'unchanged' | 'absent';

export interface ComparedMatch {
  /** Its place is in the patched tree or, if it is absent, in base. */
  readonly witness: Witness;
  readonly state: MatchState;
}

/** Where a line of base is in the patched tree; undefined if it is gone. */
export type MovedLine = (
  file: string,
  line: number,
) => { readonly file: string; readonly line: number } | undefined;

/**
 * Compares the matches on a patched tree with those on base. A match is unchanged if the same rule
 * matches the same lines of base, wherever the patch moved them.
 */
export function compareMatches(
  before: Iterable<Witness>,
  after: Iterable<Witness>,
  moved: MovedLine,
): readonly ComparedMatch[] {
  const expected = new Map<string, Witness>();
  const gone: ComparedMatch[] = [];
  for (const witness of before) {
    const start = moved(witness.file, witness.start.line);
    const end = moved(witness.file, witness.end.line);
    if (start === undefined || end === undefined || start.file !== end.file) {
      gone.push({ witness, state: 'absent' });
    } else {
      const place = {
        ...witness,
        file: start.file,
        start: { ...witness.start, line: start.line },
        end: { ...witness.end, line: end.line },
      };
      expected.set(keyOf(place), witness);
    }
  }
  const found = [...after].map((witness): ComparedMatch => {
    const isKnown = expected.delete(keyOf(witness));
    return { witness, state: isKnown ? 'unchanged' : 'new' };
  });
  const left = [...expected.values()].map((witness): ComparedMatch => ({
    witness,
    state: 'absent',
  }));
  return [...found, ...gone, ...left];
}

function keyOf({ rule, file, start, end }: Witness): string {
  return [rule, file, start.line, start.column, end.line, end.column].join('\0');
}
