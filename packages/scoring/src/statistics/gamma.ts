/** Lanczos coefficients for g = 7, n = 9. They give about 15 digits. */
const LANCZOS: readonly number[] = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

/** Natural logarithm of the gamma function, for x > 0. */
export function logGamma(x: number): number {
  const base = x + 6.5;
  const sum = LANCZOS.reduce((total, term, index) =>
    index === 0 ? term : total + term / (x + index - 1),
  );
  return (x - 0.5) * Math.log(base) - base + Math.log(Math.sqrt(2 * Math.PI) * sum);
}
