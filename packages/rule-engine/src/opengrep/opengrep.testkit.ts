import { parse } from '@ast-grep/napi';
import { compileOpengrepRule } from './compile-rule.ts';
import type { Parse } from './pattern.ts';
import { searchFile, SourceUnit } from './search.ts';

const parsers = (await import(new URL('../../bin/parsers.mjs', import.meta.url).href)) as {
  readonly registerParsers: () => void;
};
parsers.registerParsers();

export const parseText: Parse = (grammar, text) => parse(grammar, text).root();

/** One rule on one small file, with the lines that the real program reports. */
export interface MatchCase {
  readonly title: string;
  readonly path: string;
  readonly rule: Readonly<Record<string, unknown>>;
  readonly source: string;
  /** `first-last` of each match, by place. */
  readonly lines: readonly string[];
}

/** The rule with what every rule needs. */
export const wholeRule = ({ rule, path }: Pick<MatchCase, 'rule' | 'path'>): object => ({
  id: 'r',
  message: 'm',
  severity: 'INFO',
  languages: [LANGUAGES[path.slice(path.lastIndexOf('.'))] ?? 'generic'],
  ...rule,
});

const LANGUAGES: Readonly<Record<string, string>> = {
  '.cpp': 'cpp',
  '.go': 'go',
  '.java': 'java',
  '.js': 'javascript',
  '.py': 'python',
  '.rs': 'rust',
  '.ts': 'typescript',
  '.tsx': 'typescript',
};

/** What our engine reports; an unsupported rule's reason instead of lines. */
export function linesOf(matchCase: Pick<MatchCase, 'rule' | 'path' | 'source'>): readonly string[] {
  const compiled = compileOpengrepRule(wholeRule(matchCase), parseText);
  if (compiled.kind === 'unsupported') return [`unsupported: ${compiled.reason}`];
  const unit = new SourceUnit(matchCase.path, matchCase.source, parseText);
  const line = (offset: number): number => matchCase.source.slice(0, offset).split('\n').length;
  return searchFile(compiled.rule, unit).map(({ start, end }) => `${line(start)}-${line(end)}`);
}
