const DECADES = Array.from({ length: 13 }, (_, power) => 10 ** power);

/** Grid lines of a logarithmic axis over many decades. */
export const POWERS_OF_TEN: number[] = DECADES;

/** Grid lines of a logarithmic axis over a few decades. */
export const ONE_TWO_FIVE: number[] = DECADES.flatMap((ten) => [ten, 2 * ten, 5 * ten]);
