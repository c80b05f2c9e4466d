import type { SourceLanguage } from './language.ts';
import { javascript, typescript } from './languages/ecma.ts';
import { go } from './languages/go.ts';
import { java } from './languages/java.ts';
import { python } from './languages/python.ts';

/** Languages with syntax that patterns can be matched on. */
const LANGUAGES: readonly SourceLanguage[] = [go, java, javascript, python, typescript];

export const languageNamed = (name: string): SourceLanguage | undefined =>
  LANGUAGES.find((language) => language.names.includes(name.toLowerCase()));

/** Plain text: only regular expressions are run, on files of any kind. */
export const isGeneric = (name: string): boolean =>
  ['generic', 'regex', 'none'].includes(name.toLowerCase());
