import type { Known } from './known.ts';

const TOPS = [20, 50, 100, 160] as const;

/** Ranks of commits by commit id, where 1 is the best. */
export type Places = ReadonlyMap<string, number>;

type Cells = readonly (string | number)[];

export function table([head = [], ...body]: readonly Cells[]): string {
  const line = (cells: Cells): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...body.map(line)].join('\n');
}

/** Counts the known commits among the first 20, 50, 100 and 160 of each order. */
export function recallTable(
  known: readonly Known[],
  all: number,
  orders: readonly (readonly [string, Places])[],
): string {
  const placesOf = (places: Places): number[] =>
    known.flatMap(({ golden }) => places.get(golden) ?? []).toSorted((a, b) => a - b);
  const present = placesOf(orders[0]?.[1] ?? new Map()).length;
  const rows = orders.map(([name, places]): Cells => {
    const found = placesOf(places);
    const hits = TOPS.map((top) => found.filter((place) => place <= top).length);
    return [name, ...hits, found[Math.floor(found.length / 2)] ?? ''];
  });
  const chance = TOPS.map((top) => ((present * Math.min(top, all)) / all).toFixed(1));
  return table([
    [
      `${present} of ${known.length} known among ${all}`,
      ...TOPS.map((top) => `first ${top}`),
      'median place',
    ],
    ...rows,
    ['by chance', ...chance, Math.round(all / 2)],
  ]);
}
