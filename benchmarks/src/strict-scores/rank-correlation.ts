/** Returns ranks from 1. Equal values share the mean of their ranks. */
function ranksOf(values: readonly number[]): readonly number[] {
  const order = values.map((value, index) => ({ value, index })).sort((a, b) => a.value - b.value);
  const ranks: number[] = values.map(() => 0);
  for (let first = 0; first < order.length;) {
    let last = first;
    while (last + 1 < order.length && order[last + 1]?.value === order[first]?.value) last += 1;
    for (let at = first; at <= last; at += 1) ranks[order[at]?.index ?? 0] = (first + last) / 2 + 1;
    first = last + 1;
  }
  return ranks;
}

/** Spearman's rho: Pearson's correlation of the ranks. Null if one side is constant. */
export function spearman(left: readonly number[], right: readonly number[]): number | null {
  const [x, y] = [ranksOf(left), ranksOf(right)];
  const mean = (x.length + 1) / 2;
  let [xy, xx, yy] = [0, 0, 0];
  for (const [index, value] of x.entries()) {
    const other = (y[index] ?? mean) - mean;
    xy += (value - mean) * other;
    xx += (value - mean) ** 2;
    yy += other ** 2;
  }
  return xx === 0 || yy === 0 ? null : xy / Math.sqrt(xx * yy);
}

/** Kendall's tau-b. Null if one side is constant. */
export function kendall(left: readonly number[], right: readonly number[]): number | null {
  let [agree, x, y] = [0, 0, 0];
  for (const [first, value] of left.entries()) {
    for (let second = first + 1; second < left.length; second += 1) {
      const byLeft = Math.sign(value - (left[second] ?? 0));
      const byRight = Math.sign((right[first] ?? 0) - (right[second] ?? 0));
      agree += byLeft * byRight;
      x += byLeft ** 2;
      y += byRight ** 2;
    }
  }
  return x === 0 || y === 0 ? null : agree / Math.sqrt(x * y);
}
