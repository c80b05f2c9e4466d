/**
 * Returns part / whole in 0..1, or null if the whole is 0.
 * @throws RangeError unless both are integers with 0 <= part <= whole
 */
export function share(part: number, whole: number): number | null {
  if (!Number.isSafeInteger(part) || !Number.isSafeInteger(whole) || part < 0 || part > whole) {
    throw new RangeError(`invalid share: ${part} of ${whole}`);
  }
  return whole === 0 ? null : part / whole;
}
