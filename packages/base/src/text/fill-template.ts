/** Returns the placeholders `{{name}}` of a template, in the order of their first use. */
export function placeholdersOf(template: string): readonly string[] {
  const names = [...template.matchAll(PLACEHOLDER)].flatMap((match) => match[1] ?? []);
  return [...new Set(names)];
}

/**
 * Replaces each `{{name}}` by its value in one pass, so that placeholders within values are not
 * replaced.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const known = new Map(Object.entries(values));
  return template.replace(PLACEHOLDER, (whole, name: string) => known.get(name) ?? whole);
}

const PLACEHOLDER = /\{\{([a-z_]+)\}\}/g;
