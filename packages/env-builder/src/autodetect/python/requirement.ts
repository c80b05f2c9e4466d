/** Returns the name in a requirement as it is written, e.g. `Foo_Bar` of `Foo_Bar[x]>=1`. */
export function writtenName(requirement: string): string {
  return requirement.replace(/[^\w.-].*/, '');
}

/** Names of packages are equal regardless of case and of the kind of separators (PEP 503). */
export function normalName(requirement: string): string {
  return writtenName(requirement)
    .toLowerCase()
    .replaceAll(/[-_.]+/g, '-');
}

/** Keeps one requirement for each package. The last one wins. */
export function newestByName(requirements: readonly string[]): readonly string[] {
  return [...new Map(requirements.map((text) => [normalName(text), text])).values()];
}

/** Whether the word after this option of pip is a requirement file. */
export function namesRequirementFile(option: string | undefined): boolean {
  return option === '-r' || option === '--requirement';
}
