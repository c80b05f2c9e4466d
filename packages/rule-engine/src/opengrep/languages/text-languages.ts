import type { SourceLanguage } from '../language.ts';
import { tree } from '../tree.ts';

/**
 * Languages whose files are told by their names and whose patterns are not read yet: rules of regular
 * expressions alone run on them.
 */
export const textLanguages: readonly SourceLanguage[] = [
  textLanguage('json', ['json'], ['.json', '.ipynb']),
  textLanguage('scala', ['scala'], ['.scala']),
  textLanguage('yaml', ['yaml'], ['.yml', '.yaml']),
];

function textLanguage(
  id: string,
  names: readonly string[],
  extensions: readonly string[],
): SourceLanguage {
  return {
    id,
    names,
    extensions,
    // Nothing is taken from the tree; this parser is the cheapest.
    grammarOf: () => 'Json',
    isComment: () => false,
    translate: () => tree('Block', 'other', { start: 0, end: 0 }),
    patternForms: () => [],
    typePattern: (type) => type,
  };
}
