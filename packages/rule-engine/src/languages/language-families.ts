import type { Rule, SourceFile } from '../rule/rule.ts';
import { languageOfPath, languagesOfPath } from '@refbench/code-facts';
import { languagesOfRule, reads } from '../opengrep/targets.ts';

/** Extensions whose files can contain almost the same code. */
const FAMILIES: readonly (readonly string[])[] = [
  'js jsx mjs cjs es es6 ts tsx mts cts vue svelte astro coffee flow html htm json node wasm'.split(
    ' ',
  ),
  'py pyi py3 pyw pyx pxd bzl pyc ipynb'.split(' '),
  'c h cc cpp cxx c++ hh hpp hxx h++ inl ipp tpp inc cu cuh ino m mm'.split(' '),
  'java kt kts groovy scala jsp class jar'.split(' '),
  'go s templ'.split(' '),
  'rs'.split(' '),
  'css scss sass less styl pcss'.split(' '),
  'yaml yml json json5 jsonc toml'.split(' '),
  'html htm xhtml vue svelte astro'.split(' '),
];

/** Returns the extension in lower case without the dot; empty if there is none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** Returns the file name without folders and extensions: `a` for `src/a.test.ts` and `lib/a.js`. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.indexOf('.', 1);
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Returns the language of a path: a language with a parser, otherwise the extension. */
export function sourceLanguage(path: string): string {
  return languageOfPath(path) ?? `.${extensionOf(path)}`;
}

/** Whether two extensions belong to one family. */
export function isSameFamily(first: string, second: string): boolean {
  return (
    first === second || FAMILIES.some((family) => family.includes(first) && family.includes(second))
  );
}

/** Whether a rule reads the language of a file, ignoring the rule's path globs. */
export function readsLanguageOf(rule: Rule, file: SourceFile): boolean {
  if (rule.dialect === 'ast-grep') {
    return rule.language === 'Text' || languagesOfPath(file.path).includes(rule.language);
  }
  return languagesOfRule(rule).some((language) => reads(language, file));
}
