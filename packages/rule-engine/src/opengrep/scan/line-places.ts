import type { Witness } from '@refbench/contracts';

type Place = Pick<Witness, 'start' | 'end'>;

/** From offsets to lines and columns, all in UTF-16 units; lines end with `\n`. */
export function linePlaces(text: string): (start: number, end: number) => Place {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const position = (offset: number): Place['start'] => {
    // OpenGrep has no line behind the last newline: what ends there ends in the line before.
    if (offset === text.length && text.endsWith('\n'))
      return { line: starts.length - 1, column: 1 };
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
  return (start, end) => ({ start: position(start), end: position(end) });
}
