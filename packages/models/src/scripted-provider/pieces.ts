/** Formats a server-sent event. `name` is for protocols with named events. */
export function event(data: unknown, name?: string): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${text}\n\n`;
}

/** Splits a text into pieces, like a model does. */
export function deltasOf(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

/** Removes members that are null. */
export function withoutNulls(
  members: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}
