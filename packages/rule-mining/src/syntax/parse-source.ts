import { parse, type SgNode } from '@ast-grep/napi';
import { languageOfSource, type Language } from '@refbench/code-facts';
import { type SourceFile } from '@refbench/rule-engine';
import { registerParsers } from '@refbench/rule-engine/parsers';

/** A parsed file. */
export interface ParsedFile {
  readonly path: string;
  readonly language: Language;
  readonly source: string;
  readonly root: SgNode;
}

/** Data formats describe no code, and `Text` has no trees. */
const WITHOUT_RULES: ReadonlySet<Language> = new Set<Language>(['Json', 'Yaml', 'Text', 'Html']);

/** Parses a file; undefined if its language is not mined. */
export function parseSource({ path, bytes }: SourceFile): ParsedFile | undefined {
  if (bytes.includes(0)) return undefined;
  const source = bytes.toString('utf8');
  const language = languageOfSource(path, source);
  if (language === undefined || WITHOUT_RULES.has(language)) return undefined;
  return { path, language, source, root: parseText(language, source) };
}

/** Parses a text in a language. */
export function parseText(language: Language, text: string): SgNode {
  registerParsers();
  return parse(language, text).root();
}
