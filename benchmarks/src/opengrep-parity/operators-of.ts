/** Keys that are no operators: what a rule says about itself, and parts of operators. */
const PLAIN = new Set([
  'id',
  'message',
  'severity',
  'languages',
  'metadata',
  'paths',
  'fix',
  'metavariable',
  'regex',
  'mode',
]);

/** OpenGrep's operators that a rule uses, and parts of patterns that have a meaning of their own. */
export function operatorsOf(definition: Readonly<Record<string, unknown>>): readonly string[] {
  const found = new Set<string>();
  collect(definition, found);
  if (definition['mode'] === 'taint') found.add('mode: taint');
  return [...found].sort();
}

function collect(value: unknown, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'metadata' || key === 'paths') continue;
    if (key === 'options' && typeof inner === 'object' && inner !== null) {
      for (const option of Object.keys(inner)) found.add(`options.${option}`);
      continue;
    }
    if (!PLAIN.has(key)) found.add(key);
    if (typeof inner === 'string' && /^pattern(?:-not|-inside|-not-inside)?$/.test(key)) {
      for (const part of partsOf(inner)) found.add(part);
    }
    collect(inner, found);
  }
}

function partsOf(pattern: string): readonly string[] {
  return [
    ...(/<\.\.\./.test(pattern) ? ['<... ...>'] : []),
    ...(/\$\.\.\.[A-Z]/.test(pattern) ? ['$...X'] : []),
    ...(/(?<!\$|<)\.\.\.(?!>)/.test(pattern) ? ['...'] : []),
    ...(/\(\s*\$[A-Z_0-9]+\s*:/.test(pattern) ? ['($X: T)'] : []),
    ...(pattern.trim().includes('\n') ? ['several lines'] : []),
  ];
}
