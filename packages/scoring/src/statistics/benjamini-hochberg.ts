/**
 * Benjamini and Hochberg's q-values, in the order of the p-values: the least false discovery rate
 * at which each would be called a discovery. All comparisons of one metric make one family.
 * @throws RangeError for a p-value outside 0..1
 */
export function benjaminiHochberg(pValues: readonly number[]): readonly number[] {
  const outside = pValues.find((p) => !(p >= 0 && p <= 1));
  if (outside !== undefined) throw new RangeError(`${outside} is no p-value`);
  const descending = pValues
    .map((p, index) => ({ p, index }))
    .sort((left, right) => right.p - left.p);
  const adjusted = pValues.map(() => 1);
  let least = 1;
  for (const [place, { p, index }] of descending.entries()) {
    // Multiplied by the whole ratio, so that rounding never lowers a p-value.
    least = Math.min(least, p * (pValues.length / (pValues.length - place)));
    adjusted[index] = least;
  }
  return adjusted;
}
