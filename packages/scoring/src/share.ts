/**
 * part / whole in 0..1, null when the whole is 0.
 * @throws RangeError when they are no integers with 0 <= part <= whole
 */
export function share(part: number, whole: number): number | null {
  if (!Number.isSafeInteger(part) || !Number.isSafeInteger(whole) || part < 0 || part > whole) {
    throw new RangeError(`${part} of ${whole} is no share`);
  }
  return whole === 0 ? null : part / whole;
}
