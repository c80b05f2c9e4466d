import { invalidRules } from './invalid-rules.ts';

/** Rejects duplicate ids, because such rules could not be distinguished in results. */
export function rejectSameIds(
  rules: readonly { readonly id: string; readonly file: string }[],
): void {
  const seen = new Map<string, string>();
  for (const { id, file } of rules) {
    const other = seen.get(id);
    if (other !== undefined) {
      throw invalidRules(file, `id: "${id}" is also the id of a rule in ${other}`);
    }
    seen.set(id, file);
  }
}
