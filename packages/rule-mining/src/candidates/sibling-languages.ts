import type { Language } from '@refbench/code-facts';

const FAMILIES: readonly (readonly Language[])[] = [
  ['JavaScript', 'TypeScript', 'Tsx'],
  ['C', 'Cpp'],
];

/**
 * The languages to which a file can be converted, so that most of its code stays as it is. A pattern
 * that is new in a language, but old in its siblings, says only that a file was converted.
 */
export function siblingsOf(language: Language): readonly Language[] {
  const family = FAMILIES.find((languages) => languages.includes(language)) ?? [];
  return family.filter((one) => one !== language);
}
