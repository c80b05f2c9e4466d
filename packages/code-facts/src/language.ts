/**
 * The languages whose parsers are built in or registered in bin/parsers.mjs, by ast-grep's names.
 * Text applies to any file, and its rules are regular expressions.
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
  /** Lower-case names, including the name of the language itself. */
  readonly names: readonly string[];
  readonly extensions: readonly string[];
  /**
   * The character that ast-grep substitutes for `$` in patterns if `$` is not valid in identifiers of
   * the language.
   */
  readonly expando: string;
}

/** Names and extensions of ast-grep 0.51. */
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

/** Finds a language by any of its names. Returns undefined if there is no parser for it. */
export function languageNamed(name: string): Language | undefined {
  return byName.get(name.toLowerCase());
}

/**
 * Determines the language by the extension only, like ast-grep. Upper-case extensions are not
 * recognised.
 */
export function languageOfPath(path: string): Language | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  // A leading dot begins a hidden file's name, not an extension.
  return dot > 0 ? byExtension.get(name.slice(dot + 1)) : undefined;
}

/**
 * Determines all languages of a path. Headers of C and of C++ can have the same extension, so rules of both look
 * at `.h`, unlike in ast-grep, which must be told.
 */
export function languagesOfPath(path: string): readonly Language[] {
  const language = languageOfPath(path);
  if (language === undefined) return [];
  return isHeader(path) ? [language, 'Cpp'] : [language];
}

/** What no header of C contains at the start of a line, or between names. */
const CPP = /^[ \t]*(?:class|namespace|template|using|public|private|protected)\b|\w::\w/m;

/** Determines the language of a file, of a header by its text. */
export function languageOfSource(path: string, text: string): Language | undefined {
  return isHeader(path) && CPP.test(text) ? 'Cpp' : languageOfPath(path);
}

function isHeader(path: string): boolean {
  return /[^/]\.h$/.test(path);
}

/** Returns a pattern as ast-grep parses it: `$A` and `$$$` are written with the substitute character. */
export function parseableText(language: Language, pattern: string): string {
  const { expando } = LANGUAGES[language];
  return pattern.replaceAll(/\$+(?=[A-Z_])|(?<!\$)\$\$\$(?!\$)/g, (sigils) =>
    expando.repeat(sigils.length),
  );
}
