/** A member that a request may carry only with a harmless value. */
export interface MemberRule {
  readonly capability: string;
  readonly allows: (value: unknown) => boolean;
}

/** Keyed by the member's name without underscores, in lower case. */
export type MemberRules = Readonly<Record<string, MemberRule>>;

/** Allows what asks for nothing: absent, null, false, an empty list, object or text. */
export function never(capability: string): MemberRule {
  return { capability, allows: isNothing };
}

export function only(capability: string, ...values: readonly unknown[]): MemberRule {
  return { capability, allows: (value) => isNothing(value) || values.includes(value) };
}

/**
 * The first thing in a request that a rule forbids, or undefined. A provider may read `maxTokens` and
 * `MAX_TOKENS` as `max_tokens`: names that only look like one that is read here are refused as well.
 */
export function blockedMember(
  body: Readonly<Record<string, unknown>>,
  rules: MemberRules,
  readHere: readonly string[],
): string | undefined {
  const read = new Set(readHere);
  const alike = new Set(readHere.map(plainName));
  for (const [key, value] of Object.entries(body)) {
    const plain = plainName(key);
    if (!read.has(key) && alike.has(plain)) return `the member "${key}" in that spelling`;
    const rule = rules[plain];
    if (rule !== undefined && !rule.allows(value)) return rule.capability;
  }
  return undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The records of a list; what is no list has none. */
export function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * Every record in a value, however deep, but none below a member of these names: what a tool is given
 * or answers may be any JSON, and no provider reads media in it.
 */
export function* recordsWithin(
  value: unknown,
  skipped: ReadonlySet<string>,
): Generator<Readonly<Record<string, unknown>>, void, undefined> {
  if (Array.isArray(value)) {
    for (const each of value) yield* recordsWithin(each, skipped);
  } else if (isRecord(value)) {
    yield value;
    for (const [name, member] of Object.entries(value)) {
      if (!skipped.has(name)) yield* recordsWithin(member, skipped);
    }
  }
}

export function isInlineUrl(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('data:');
}

function plainName(key: string): string {
  return key.replaceAll('_', '').toLowerCase();
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
