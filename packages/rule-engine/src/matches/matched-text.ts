import type { Witness } from '@refbench/contracts';

/** Returns the text of a match, given the lines of its file. */
export function matchedText(
  lines: readonly string[],
  { start, end }: Pick<Witness, 'start' | 'end'>,
): string {
  const own = lines.slice(start.line - 1, end.line);
  const last = own.length - 1;
  return own
    .map((line, index) => {
      const to = index === last ? end.column - 1 : line.length;
      return line.slice(index === 0 ? start.column - 1 : 0, to);
    })
    .join('\n');
}
