import type { SourceLanguage } from './language.ts';
import { go } from './languages/go.ts';

/** Languages with syntax that patterns can be matched on. */
const LANGUAGES: readonly SourceLanguage[] = [go];

export const languageNamed = (name: string): SourceLanguage | undefined =>
  LANGUAGES.find((language) => language.names.includes(name.toLowerCase()));

/** Plain text: only regular expressions are run, on files of any kind. */
export const isGeneric = (name: string): boolean =>
  ['generic', 'regex', 'none'].includes(name.toLowerCase());
