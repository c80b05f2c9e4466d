import { RefbenchError } from '@refbench/contracts';
import { cohenKappa, krippendorffAlpha } from '@refbench/scoring';
import type { Row } from '../input/read-rows.ts';

/** The agreement of two raters on the items that both rated. */
interface RaterAgreement {
  readonly first: string;
  readonly second: string;
  /** Items that both rated. */
  readonly items: number;
  readonly equal: number;
  /** Share of equal ratings. Null without common items. */
  readonly agreement: number | null;
  /** Cohen's kappa. Null if it is undefined, because the raters could only agree. */
  readonly kappa: number | null;
}

export interface RatingsResult {
  readonly pairs: readonly RaterAgreement[];
  /** Krippendorff's nominal alpha over all raters. Null if it is undefined. */
  readonly alpha: number | null;
}

/** The ratings of each rater, by item. */
export type Ratings = ReadonlyMap<string, ReadonlyMap<string, string>>;

const ITEMS = ['item', 'rule', 'instance_id', 'instance', 'id'] as const;
const LABELS = ['label', 'rating', 'answer'] as const;

/**
 * Reads ratings from a table: its first column names the item, and every other column is a rater.
 * @throws RefbenchError kind `invalid-file` if a rater column is missing or an item occurs twice
 */
export function ratingsOfTable(rows: readonly Row[], file: string): Ratings {
  const [item = '', ...raters] = Object.keys(rows[0] ?? {});
  if (raters.length < 2) {
    throw invalid(file, 'it needs a column with the item and one column per rater, at least two');
  }
  return new Map(raters.map((rater) => [rater, columnOf(rows, item, rater, file)]));
}

/**
 * Reads the ratings of one rater from a file with an item column (`item`, `rule` or `instance_id`) and a
 * label column (`label`, `rating` or `answer`).
 */
export function ratingsOfFile(rows: readonly Row[], file: string): ReadonlyMap<string, string> {
  const names = Object.keys(rows[0] ?? {});
  const item = ITEMS.find((name) => names.includes(name));
  const label = LABELS.find((name) => names.includes(name));
  if (item !== undefined && label !== undefined) return columnOf(rows, item, label, file);
  throw invalid(
    file,
    `it needs a column ${ITEMS.join(' or ')} and a column ${LABELS.join(' or ')}`,
  );
}

/** Measures the agreement of every two raters, and of all. */
export function raterAgreement(ratings: Ratings): RatingsResult {
  const raters = [...ratings];
  const pairs = raters.flatMap(([first, own], at) =>
    raters.slice(at + 1).map(([second, others]): RaterAgreement => {
      const both = [...own].flatMap(([item, rating]): (readonly [string, string])[] => {
        const other = others.get(item);
        return other === undefined ? [] : [[rating, other]];
      });
      const equal = both.filter(([left, right]) => left === right).length;
      const agreement = both.length === 0 ? null : equal / both.length;
      return { first, second, items: both.length, equal, agreement, kappa: cohenKappa(both) };
    }),
  );
  return { pairs, alpha: krippendorffAlpha(unitsOf(ratings), 'nominal') };
}

/** One unit per item, with a number for each different rating. */
function unitsOf(ratings: Ratings): number[][] {
  const codes = new Map<string, number>();
  const units = new Map<string, number[]>();
  for (const own of ratings.values()) {
    for (const [item, rating] of own) {
      const code = codes.get(rating) ?? codes.size;
      codes.set(rating, code);
      const unit = units.get(item);
      if (unit === undefined) units.set(item, [code]);
      else unit.push(code);
    }
  }
  return [...units.values()];
}

/** Empty cells are no rating. Case and white space at the ends do not matter. */
function columnOf(
  rows: readonly Row[],
  item: string,
  column: string,
  file: string,
): ReadonlyMap<string, string> {
  const ratings = new Map<string, string>();
  for (const [at, row] of rows.entries()) {
    const key = textOf(row[item]);
    const rating = textOf(row[column]).toLowerCase();
    if (key === '') throw invalid(file, `row ${at + 1}: ${item} is empty`);
    if (rating === '') continue;
    if (ratings.has(key))
      throw invalid(file, `row ${at + 1}: "${key}" is rated twice in ${column}`);
    ratings.set(key, rating);
  }
  return ratings;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function invalid(file: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: ${reason}`,
    hint: 'give one table with a column per rater, or one file per rater with item and label',
  });
}
