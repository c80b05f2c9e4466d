/** Costs that differ by more than this factor would lie on one another at the left end of a linear axis. */
const MOST_LINEAR = 10;

export interface CostAxis {
  /** The place of a cost on the axis, from 0 to 1. */
  readonly place: (usd: number) => number;
  /** Dollars at the ends. */
  readonly low: number;
  readonly high: number;
  readonly isLogarithmic: boolean;
}

/** Chooses an axis for costs in dollars: linear from 0, or logarithmic if they are far apart. */
export function costAxis(costs: readonly number[]): CostAxis {
  const high = Math.max(...costs) || 1;
  const least = Math.min(...costs);
  if (least <= 0 || high / least <= MOST_LINEAR) {
    return { place: (usd) => usd / high, low: 0, high, isLogarithmic: false };
  }
  const span = Math.log(high / least);
  const place = (usd: number): number => Math.log(usd / least) / span;
  return { place, low: least, high, isLogarithmic: true };
}
