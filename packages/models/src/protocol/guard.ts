/** A member that is only allowed with a harmless value. */
export interface MemberRule {
  readonly capability: string;
  readonly allows: (value: unknown) => boolean;
}

/** Rules by lower-case member name without underscores. */
export type MemberRules = Readonly<Record<string, MemberRule>>;

/** Longer names are cut in messages. */
const MAX_NAME = 60;

/** Allows only values without effect: absent, null, false, or an empty list, object or text. */
export function never(capability: string): MemberRule {
  return { capability, allows: isNothing };
}

export function only(capability: string, ...values: readonly unknown[]): MemberRule {
  return { capability, allows: (value) => isNothing(value) || values.includes(value) };
}

/** What a protocol knows about the members of a request. */
export interface KnownMembers {
  /** Members that the gateway reads itself, in their only spelling. */
  readonly read: readonly string[];
  readonly rules: MemberRules;
  /** Members that only shape the answer, in any spelling. */
  readonly harmless: readonly string[];
}

/**
 * Returns the first capability in a request that is not allowed, or undefined. Providers add members
 * that search, fetch, run or store something, so a member that the protocol does not know is refused
 * unless its value has no effect. A provider may treat `maxTokens` and `MAX_TOKENS` like `max_tokens`, so
 * a spelling that the gateway would not read is refused, too.
 */
export function blockedMember(
  body: Readonly<Record<string, unknown>>,
  { rules, ...known }: KnownMembers,
): string | undefined {
  const read = new Set(known.read);
  const alike = new Set(known.read.map(plainName));
  const harmless = new Set(known.harmless.map(plainName));
  for (const [key, value] of Object.entries(body)) {
    const plain = plainName(key);
    if (!read.has(key) && alike.has(plain)) return `the member "${key}" in that spelling`;
    const rule = rules[plain];
    if (rule !== undefined && !rule.allows(value)) return rule.capability;
    const isKnown = rule !== undefined || read.has(key) || harmless.has(plain);
    if (!isKnown && !isNothing(value)) return `the unknown member "${key.slice(0, MAX_NAME)}"`;
  }
  return undefined;
}

/** Parses JSON. Undefined for any other text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
