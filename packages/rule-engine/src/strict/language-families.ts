import type { Rule } from '../rule.ts';
import { languageOfPath } from '../language.ts';
import { opengrepLanguage } from '../opengrep/languages.ts';

/** Extensions whose files can hold the same program, more or less as it stands. */
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

/** Lower case, without the dot; empty where there is none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** File name without folders and extensions: `a` for `src/a.test.ts` and for `lib/a.js`. */
export function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.indexOf('.', 1);
  return dot > 0 ? name.slice(0, dot) : name;
}

/** What a file is read as, whatever it holds: a language with a parser, else the extension. */
export function sourceLanguage(path: string): string {
  return languageOfPath(path) ?? `.${extensionOf(path)}`;
}

/** Whether two extensions belong to one family. */
export function isSameFamily(first: string, second: string): boolean {
  return (
    first === second || FAMILIES.some((family) => family.includes(first) && family.includes(second))
  );
}

/** Whether a rule looks into a file, by the file's path alone and apart from the rule's folders. */
export function readsLanguageOf(rule: Rule, path: string): boolean {
  if (rule.dialect === 'ast-grep') {
    return rule.language === 'Text' || languageOfPath(path) === rule.language;
  }
  return rule.languages.some((name) => {
    const endings = opengrepLanguage(name)?.endings;
    // OpenGrep may read any file for a language that is not listed, and for plain text.
    return endings === undefined || endings.some((ending) => path.endsWith(ending));
  });
}
