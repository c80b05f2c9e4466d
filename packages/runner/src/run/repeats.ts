/**
 * Names a try of one of the independent attempts in labels and in the gateway's ledger. Each has a
 * budget of its own, so no two may share a name.
 */
export function attemptLabel(repeat: number, attempt: number): string {
  return repeat === 1 ? String(attempt) : `repeat-${repeat}-${attempt}`;
}

/** The `repeat` of a record: absent for the first, as in runs with one attempt each. */
export function repeatField(repeat: number): { readonly repeat?: number } {
  return repeat === 1 ? {} : { repeat };
}
