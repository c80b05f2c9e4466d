import type { DiffLine } from '@refbench/evidence';

export type Pair = readonly [old: DiffLine | undefined, now: DiffLine | undefined];

/** Puts removed and added lines beside each other, block by block. */
export function pairLines(lines: readonly DiffLine[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const end = (): void => {
    const length = Math.max(removed.length, added.length);
    for (let index = 0; index < length; index += 1) pairs.push([removed[index], added[index]]);
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') {
      if (added.length > 0) end();
      removed.push(line);
    } else if (line.kind === 'added') added.push(line);
    else {
      end();
      pairs.push([line, line]);
    }
  }
  end();
  return pairs;
}
