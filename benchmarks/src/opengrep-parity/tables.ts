import type { RuleParity } from './measure.ts';

const HEAD = [
  'rules',
  'native-exact',
  '%',
  'columns too',
  'native-different',
  'external',
  'unsupported',
  'published = program',
];

/** Markdown tables: a row a subject, a language, an operator; a rule counts in each that it has. */
export function parityTables(rules: readonly RuleParity[]): string {
  return [
    table('tree', rules, ({ subject }) => [subject]),
    table('language', rules, ({ languages }) => [languages.join('+')]),
    table('operator', rules, ({ operators }) => operators),
  ].join('\n\n');
}

function table(
  title: string,
  rules: readonly RuleParity[],
  keysOf: (rule: RuleParity) => readonly string[],
): string {
  const groups = new Map<string, RuleParity[]>();
  for (const rule of rules) {
    for (const key of keysOf(rule)) {
      const group = groups.get(key) ?? [];
      group.push(rule);
      groups.set(key, group);
    }
  }
  const rows = [...groups].sort(([, left], [, right]) => right.length - left.length);
  return [
    `| ${[title, ...HEAD].join(' | ')} |`,
    `|---|${HEAD.map(() => '---:|').join('')}`,
    ...rows.map(([key, group]) => `| ${[`\`${key}\``, ...cells(group)].join(' | ')} |`),
    `| ${['**all**', ...cells(rules)].join(' | ')} |`,
  ].join('\n');
}

function cells(rules: readonly RuleParity[]): readonly string[] {
  const count = (test: (rule: RuleParity) => boolean): number => rules.filter(test).length;
  const exact = count((rule) => rule.status === 'native' && rule.exact === true);
  return [
    rules.length,
    exact,
    ((100 * exact) / rules.length).toFixed(1),
    count((rule) => rule.exactColumns === true),
    count((rule) => rule.falselyNative || (rule.status === 'native' && rule.exact !== true)),
    count((rule) => rule.status === 'external'),
    count((rule) => rule.status === 'unsupported'),
    count(isReproduced),
  ].map(String);
}

function isReproduced({ counts: { published, external } }: RuleParity): boolean {
  return (
    published !== null &&
    external !== null &&
    published.base === external.base &&
    published.golden === external.golden
  );
}

/** Rules that the native engine runs otherwise than the program, with places. */
export function differences(rules: readonly RuleParity[]): string {
  return rules
    .filter(({ status }) => status !== 'native')
    .map(({ subject, id, reason, missing, extra }) => {
      const places = [
        ...missing.map((witness) => `    missing ${placeOf(witness)}`),
        ...extra.map((witness) => `    too many ${placeOf(witness)}`),
      ];
      return [`${subject} ${id}: ${reason}`, ...places].join('\n');
    })
    .join('\n');
}

function placeOf({ file, start, end }: RuleParity['missing'][number]): string {
  return `${file}:${start.line}:${start.column}-${end.line}:${end.column}`;
}
