/**
 * Languages whose parsers are built in or registered in bin/parsers.mjs, by ast-grep's names; and Text,
 * which is any file, and whose rules are regular expressions.
 */
export type Language =
  | 'C'
  | 'Cpp'
  | 'Css'
  | 'Go'
  | 'Html'
  | 'Java'
  | 'JavaScript'
  | 'Json'
  | 'Python'
  | 'Rust'
  | 'Text'
  | 'Tsx'
  | 'TypeScript'
  | 'Yaml';

interface LanguageFacts {
  /** Lower case, the language's own name included. */
  readonly names: readonly string[];
  readonly extensions: readonly string[];
  /** What ast-grep writes for `$` in a pattern where `$` is no letter of the language. */
  readonly expando: string;
}

/** Names and extensions are those of ast-grep 0.51. */
const LANGUAGES: Readonly<Record<Language, LanguageFacts>> = {
  C: { names: ['c'], extensions: ['c', 'h'], expando: '\u{10000}' },
  Cpp: {
    names: ['cpp', 'cc', 'c++', 'cxx'],
    extensions: ['cc', 'hpp', 'cpp', 'c++', 'hh', 'cxx', 'cu', 'ino'],
    expando: '\u{10000}',
  },
  Css: { names: ['css'], extensions: ['css'], expando: '_' },
  Go: { names: ['go', 'golang'], extensions: ['go'], expando: 'µ' },
  Html: { names: ['html'], extensions: ['html', 'htm', 'xhtml'], expando: 'z' },
  Java: { names: ['java'], extensions: ['java'], expando: '$' },
  JavaScript: {
    names: ['javascript', 'js', 'jsx'],
    extensions: ['js', 'cjs', 'mjs', 'jsx'],
    expando: '$',
  },
  Json: { names: ['json'], extensions: ['json'], expando: '$' },
  Python: {
    names: ['python', 'py'],
    extensions: ['py', 'py3', 'pyi', 'bzl'],
    expando: 'µ',
  },
  Rust: { names: ['rust', 'rs'], extensions: ['rs'], expando: 'µ' },
  Text: { names: ['text', 'generic'], extensions: [], expando: '$' },
  Tsx: { names: ['tsx'], extensions: ['tsx'], expando: '$' },
  TypeScript: { names: ['typescript', 'ts'], extensions: ['ts', 'cts', 'mts'], expando: '$' },
  Yaml: { names: ['yaml', 'yml'], extensions: ['yaml', 'yml'], expando: '$' },
};

const languages = Object.entries(LANGUAGES) as [Language, LanguageFacts][];

const byName: ReadonlyMap<string, Language> = new Map(
  languages.flatMap(([language, { names }]) => names.map((name) => [name, language])),
);

const byExtension: ReadonlyMap<string, Language> = new Map(
  languages.flatMap(([language, { extensions }]) => extensions.map((name) => [name, language])),
);

export const LANGUAGE_NAMES: readonly Language[] = languages.map(([language]) => language);

/** `ts`, `TypeScript` and `typescript` are one language; undefined for one without a parser here. */
export function languageNamed(name: string): Language | undefined {
  return byName.get(name.toLowerCase());
}

/** By extension alone, as ast-grep does; an upper-case extension names no language there either. */
export function languageOfPath(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  // A leading dot begins a hidden file's name, not an extension.
  return dot > 0 ? byExtension.get(name.slice(dot + 1)) : undefined;
}

/** A pattern's text as ast-grep parses it: `$A` and `$$$` spelled with the language's own letter. */
export function parseableText(language: Language, pattern: string): string {
  const { expando } = LANGUAGES[language];
  return pattern.replaceAll(/\$+(?=[A-Z_])|(?<!\$)\$\$\$(?!\$)/g, (sigils) =>
    expando.repeat(sigils.length),
  );
}
