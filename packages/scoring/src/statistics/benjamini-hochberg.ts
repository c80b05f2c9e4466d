/**
 * Benjamini-Hochberg q-values: for each p-value, the smallest false discovery rate at which it counts as
 * a discovery. All comparisons of one metric form one family.
 * Source: Benjamini and Hochberg, Controlling the False Discovery Rate (1995).
 * @param pValues the p-values of one family, each in 0..1
 * @returns q-values in 0..1, in the order of the p-values
 * @throws RangeError for a p-value outside 0..1
 */
export function benjaminiHochberg(pValues: readonly number[]): readonly number[] {
  const invalid = pValues.find((p) => !(p >= 0 && p <= 1));
  if (invalid !== undefined) throw new RangeError(`invalid p-value: ${invalid}`);
  const descending = pValues
    .map((p, index) => ({ p, index }))
    .sort((left, right) => right.p - left.p);
  const adjusted = pValues.map(() => 1);
  let least = 1;
  for (const [rank, { p, index }] of descending.entries()) {
    // Multiplying by the ratio ensures that rounding never lowers a p-value.
    least = Math.min(least, p * (pValues.length / (pValues.length - rank)));
    adjusted[index] = least;
  }
  return adjusted;
}
