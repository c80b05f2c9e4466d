/** A member that is only allowed with a harmless value. */
export interface MemberRule {
  readonly capability: string;
  readonly allows: (value: unknown) => boolean;
}

/** Rules by lower-case member name without underscores. */
export type MemberRules = Readonly<Record<string, MemberRule>>;

/** Allows only values without effect: absent, null, false, or an empty list, object or text. */
export function never(capability: string): MemberRule {
  return { capability, allows: isNothing };
}

export function only(capability: string, ...values: readonly unknown[]): MemberRule {
  return { capability, allows: (value) => isNothing(value) || values.includes(value) };
}

/**
 * Returns the first capability in a request that a rule forbids, or undefined. A provider may treat
 * `maxTokens` and `MAX_TOKENS` like `max_tokens`, so names that only differ in spelling from known
 * members are refused, too.
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

/** Returns the objects in a list; none if the value is not a list. */
export function recordsOf(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * Yields every object in a value at any depth, except below the skipped members. Arguments and
 * results of tools may be any JSON, and providers do not read media in them.
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
