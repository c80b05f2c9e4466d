const DECADES = Array.from({ length: 13 }, (_, power) => 10 ** power);

/** Lines of a logarithmic axis over many decades. */
export const POWERS_OF_TEN: number[] = DECADES;

/** Lines of a logarithmic axis over few decades. */
export const ONE_TWO_FIVE: number[] = DECADES.flatMap((ten) => [ten, 2 * ten, 5 * ten]);
