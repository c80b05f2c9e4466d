/** A rule file of OpenGrep for JavaScript, with the ids r0, r1 and so on. */
export function opengrepDocument(...definitions: readonly object[]): {
  readonly rules: readonly object[];
} {
  const rules = definitions.map((definition, index) => ({
    id: `r${index}`,
    languages: ['js'],
    message: 'found',
    severity: 'INFO',
    ...definition,
  }));
  return { rules };
}
