/** One server-sent event; `name` for the protocols that name theirs. */
export function event(data: unknown, name?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`;
}

/** A text in pieces, as models give it. */
export function deltasOf(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** Without the members that are null: a figure that is left out. */
export function withoutNulls(
  members: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
