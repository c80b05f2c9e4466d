/** Placeholders of a template, `{{name}}`, in the order of their first use. */
export function placeholdersOf(template: string): readonly string[] {
  const names = [...template.matchAll(PLACEHOLDER)].flatMap((match) => match[1] ?? []);
  return [...new Set(names)];
}

/**
 * Puts values in the places of `{{name}}`, in one pass: what a value holds is never filled in again,
 * so a plan cannot reach for the description. A name without a value stays as it is.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  const known = new Map(Object.entries(values));
  return template.replace(PLACEHOLDER, (whole, name: string) => known.get(name) ?? whole);
}

const PLACEHOLDER = /\{\{([a-z_]+)\}\}/g;
