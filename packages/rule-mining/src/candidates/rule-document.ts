import type { Pattern } from '../patterns/render-pattern.ts';
import type { Candidate, Container, NamePattern } from './candidate.ts';

/** A rule as it is written to a file: plain ast-grep. */
export interface RuleDocument {
  readonly id: string;
  readonly language: string;
  readonly message: string;
  readonly severity: 'info';
  readonly rule: Readonly<Record<string, unknown>>;
  readonly files?: readonly string[];
  readonly ignores?: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

const MOST_WORDS = 4;
const MOST_ID = 60;
const MOST_SHOWN = 90;
const MOST_GLOBS_SHOWN = 2;

/** Writes a candidate as a rule document. */
export function documentOf(candidate: Candidate, id: string): RuleDocument {
  const { pattern, within, files, ignores, language, restrictive, category } = candidate;
  const reachable = candidate.onlyReachable === true && { within: 'reachable' };
  const own = {
    ...patternsOf(pattern, language),
    ...(candidate.inside !== undefined && { inside: containerRule(candidate.inside) }),
    ...(candidate.outside !== undefined && {
      not: { inside: containerRule(candidate.outside) },
    }),
  };
  return {
    id,
    language,
    message: messageOf(candidate),
    severity: 'info',
    rule: within === undefined ? own : { kind: within, has: { ...own, stopBy: 'end' } },
    ...(files !== undefined && { files }),
    ...(ignores !== undefined && { ignores }),
    metadata: { category, ...(restrictive && { restrictive }), ...reachable },
  };
}

/** A condition that holds in the classes or functions of these names. */
function containerRule({ kind, field, names }: Container): Readonly<Record<string, unknown>> {
  const any = `(?:${names.map(escaped).join('|')})`;
  // In C and C++, the field contains the parameters, too.
  const regex = field === 'declarator' ? String.raw`(?:^|[\s*&:~])${any}\s*\(` : `^${any}$`;
  return { kind, has: { field, regex }, stopBy: 'end' };
}

/** A text as a regular expression. */
function escaped(text: string): string {
  return text.replaceAll(/[^\w\s]/g, String.raw`\$&`);
}

/** Languages in which both quotes mean the same, so that formatters exchange them. */
const EITHER_QUOTE: ReadonlySet<string> = new Set(['JavaScript', 'TypeScript', 'Tsx', 'Python']);

function patternsOf(
  pattern: Pattern | NamePattern,
  language: string,
): Readonly<Record<string, unknown>> {
  if (typeof pattern !== 'string' && 'kinds' in pattern) {
    const regex = `^${escaped(pattern.name)}$`;
    const uses = pattern.kinds.map((kind) => ({ kind, regex }));
    return uses.length === 1 ? { ...uses[0] } : { any: uses };
  }
  const other =
    typeof pattern === 'string'
      ? exchangeQuotes(pattern)
      : { ...pattern, context: exchangeQuotes(pattern.context) };
  const isSame = JSON.stringify(other) === JSON.stringify(pattern);
  return isSame || !EITHER_QUOTE.has(language)
    ? { pattern }
    : { any: [{ pattern }, { pattern: other }] };
}

/** Exchanges the quotes of strings that contain neither quotes nor escapes. */
export function exchangeQuotes(text: string): string {
  return text.replaceAll(
    /'([^'"`\\\n]*)'|"([^'"`\\\n]*)"/g,
    (_, single: string | undefined, double: string | undefined) =>
      single === undefined ? `'${double ?? ''}'` : `"${single}"`,
  );
}

/** Ids of the form `old-call-assert-equal`, unique among those taken. */
export function idOf(candidate: Candidate, taken: ReadonlySet<string>): string {
  const { side, category, words, kind, within } = candidate;
  const age = side === 'additive' ? 'new' : 'old';
  const names = words
    .slice(0, MOST_WORDS)
    .map(kebab)
    .filter((word) => word !== '');
  const subject = names.length === 0 ? [kebab(kind)] : names;
  const parts = [age, within === undefined ? category : `${shortKind(within)}-with`, ...subject];
  const id = parts.join('-').slice(0, MOST_ID).replace(/-+$/, '');
  if (!taken.has(id)) return id;
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${id}-${number}`)) return `${id}-${number}`;
  }
}

function messageOf({
  side,
  category,
  text,
  within,
  files,
  ignores,
  restrictive,
  inside,
  outside,
}: Candidate): string {
  const age = side === 'additive' ? 'new' : 'old';
  const shown = text.replaceAll(/\s+/g, ' ');
  const short = shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}...` : shown;
  const subject = `${age} ${category} \`${short}\``;
  const whole = within === undefined ? subject : `${phrase(within)} with the ${subject}`;
  const owner =
    (inside === undefined ? '' : ` inside ${inside.names.join(', ')}`) +
    (outside === undefined ? '' : ` outside ${outside.names.join(', ')}`);
  const place = files === undefined ? '' : ` in ${listed(files)}`;
  const exception = ignores === undefined ? '' : ` outside ${listed(ignores)}`;
  const note = restrictive ? '; it requires the name that golden chose' : '';
  return `${whole[0]?.toUpperCase() ?? ''}${whole.slice(1)}${owner}${place}${exception}${note}`;
}

function listed(globs: readonly string[]): string {
  const shown = globs.slice(0, MOST_GLOBS_SHOWN).join(', ');
  const more = globs.length - MOST_GLOBS_SHOWN;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function shortKind(kind: string): string {
  return kebab(kind.replace(/_(?:declaration|definition|statement|item|expression)$/, ''));
}

function phrase(kind: string): string {
  return kind.replaceAll('_', ' ');
}

function kebab(text: string): string {
  return text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}
