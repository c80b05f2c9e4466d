/** Golden and nop are a scale, not competitors, so they come after the agents. */
export function referencesLast<T extends { readonly reference: boolean }>(
  agents: readonly T[],
): readonly T[] {
  return [...agents].sort((one, other) => Number(one.reference) - Number(other.reference));
}
