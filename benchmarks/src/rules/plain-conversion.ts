import { readYamlFile } from '@refbench/base';
import { z } from 'zod';

const EXTENSION: Readonly<Record<string, string>> = {
  c: 'c',
  cpp: 'cpp',
  go: 'go',
  java: 'java',
  javascript: 'js',
  js: 'js',
  jsx: 'js',
  python: 'python',
  rust: 'rust',
  ts: 'ts',
  tsx: 'tsx',
  typescript: 'ts',
};

const publishedSchema = z.object({
  rules: z.array(
    z.looseObject({
      id: z.string(),
      languages: z.array(z.string()),
      paths: z
        .object({
          include: z.array(z.string()).optional(),
          exclude: z.array(z.string()).optional(),
        })
        .optional(),
    }),
  ),
});

type Published = z.infer<typeof publishedSchema>['rules'][number];
type Json = Readonly<Record<string, unknown>>;

/** An ast-grep rule in the format of its file. */
export interface PlainRule extends Json {
  readonly id: string;
  readonly language: string;
}

/**
 * Converts the rules of an OpenGrep file whose operators have a direct counterpart in ast-grep. The
 * results are not equivalent, only similar in kind and number, to compare two engines on the same
 * rules. Rules that cannot be converted are omitted.
 */
export async function plainRulesOf(path: string): Promise<readonly PlainRule[]> {
  const { rules } = await readYamlFile(path, publishedSchema);
  return rules.flatMap((rule) => {
    const language = EXTENSION[rule.languages[0] ?? ''];
    const constraints: Record<string, unknown> = {};
    const matcher = matcherOf(rule, constraints);
    if (language === undefined || matcher === undefined) return [];
    return [
      {
        id: rule.id.replaceAll(/[^A-Za-z0-9_.-]/g, '-'),
        language,
        rule: matcher,
        ...(Object.keys(constraints).length > 0 && { constraints }),
        ...globs('files', rule.paths?.include),
        ...globs('ignores', rule.paths?.exclude),
      },
    ];
  });
}

function globs(key: 'files' | 'ignores', list: readonly string[] | undefined): Json {
  if (list === undefined || list.length === 0) return {};
  return { [key]: list.map((glob) => glob.replace(/^(?:\.?\/|!)/, '')) };
}

/**
 * Returns undefined if an operator has no counterpart. Constraints on variables are collected
 * separately.
 */
function matcherOf(rule: Published | Json, constraints: Record<string, unknown>): Json | undefined {
  const parts: Json[] = [];
  for (const [operator, value] of Object.entries(rule)) {
    const part = partOf(operator, value, constraints);
    if (part === undefined) return undefined;
    if (Object.keys(part).length > 0) parts.push(part);
  }
  const [only] = parts;
  return parts.length === 1 ? only : parts.length === 0 ? undefined : { all: parts };
}

function partOf(
  operator: string,
  value: unknown,
  constraints: Record<string, unknown>,
): Json | undefined {
  const within = (side: 'inside' | 'not inside'): Json | undefined => {
    const around = typeof value === 'string' ? { ...patternOf(value), stopBy: 'end' } : undefined;
    if (around === undefined) return undefined;
    return side === 'inside' ? { inside: around } : { not: { inside: around } };
  };
  switch (operator) {
    case 'pattern':
      return typeof value === 'string' ? patternOf(value) : undefined;
    case 'pattern-not':
      return typeof value === 'string' ? { not: patternOf(value) } : undefined;
    case 'pattern-inside':
      return within('inside');
    case 'pattern-not-inside':
      return within('not inside');
    case 'patterns':
      return listOf('all', value, constraints);
    case 'pattern-either':
      return listOf('any', value, constraints);
    case 'metavariable-regex': {
      const parsed = z.object({ metavariable: z.string(), regex: z.string() }).safeParse(value);
      if (!parsed.success) return undefined;
      constraints[parsed.data.metavariable.replace(/^\$/, '')] = { regex: parsed.data.regex };
      return {};
    }
    default:
      return /^(?:pattern|metavariable|focus|mode|match)/.test(operator) ? undefined : {};
  }
}

function listOf(
  key: 'all' | 'any',
  value: unknown,
  constraints: Record<string, unknown>,
): Json | undefined {
  const items = z.array(z.record(z.string(), z.unknown())).safeParse(value);
  if (!items.success) return undefined;
  const parts = items.data.map((item) =>
    Object.keys(item).every((operator) => operator.startsWith('metavariable-regex'))
      ? partOf('metavariable-regex', item['metavariable-regex'], constraints)
      : matcherOf(item, constraints),
  );
  if (parts.includes(undefined)) return undefined;
  return { [key]: parts.filter((part) => part !== undefined && Object.keys(part).length > 0) };
}

function patternOf(text: string): Json {
  return {
    pattern: text
      .trim()
      .replaceAll(/\$?\.\.\.(?=[A-Z_])/g, '$$$$$$')
      .replaceAll('...', '$$$$$$'),
  };
}
