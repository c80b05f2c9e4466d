/**
 * Returns the name of an attempt in labels and in the ledger. Every attempt has a budget of its
 * own, so names are unique.
 */
export function attemptLabel(repeat: number, attempt: number): string {
  return repeat === 1 ? String(attempt) : `repeat-${repeat}-${attempt}`;
}

/** Returns the `repeat` field of a record. It is absent for the first repeat. */
export function repeatField(repeat: number): { readonly repeat?: number } {
  return repeat === 1 ? {} : { repeat };
}
