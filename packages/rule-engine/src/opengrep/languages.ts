import type { SourceLanguage } from './language.ts';
import { c, cpp } from './languages/c.ts';
import { javascript, typescript } from './languages/ecma.ts';
import { go } from './languages/go.ts';
import { java } from './languages/java.ts';
import { python } from './languages/python.ts';
import { rust } from './languages/rust.ts';
import { textLanguages } from './languages/text-languages.ts';

/** Languages with syntax that patterns can be matched on. */
const LANGUAGES: readonly SourceLanguage[] = [
  c,
  cpp,
  go,
  java,
  javascript,
  python,
  rust,
  typescript,
  ...textLanguages,
];

export const languageNamed = (name: string): SourceLanguage | undefined =>
  LANGUAGES.find((language) => language.names.includes(name.toLowerCase()));

/** Plain text: only regular expressions are run, on files of any kind. */
export const isGeneric = (name: string): boolean =>
  ['generic', 'regex', 'none'].includes(name.toLowerCase());
