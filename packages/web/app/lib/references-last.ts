/** The names of the reference agents. */
export function referencesOf(
  agents: readonly { readonly name: string; readonly reference: boolean }[],
): ReadonlySet<string> {
  return new Set(agents.flatMap(({ name, reference }) => (reference ? [name] : [])));
}

/** Golden and nop are a scale, not competitors, so they come after the agents. */
export function referencesLast<T>(
  rows: readonly T[],
  isReference: (row: T) => boolean,
): readonly T[] {
  return rows.toSorted((one, other) => Number(isReference(one)) - Number(isReference(other)));
}
