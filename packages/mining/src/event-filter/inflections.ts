const VOWEL_BEFORE_Y = /[aeiou]y$/;
/** Short words that double their last letter, such as fit, bug and split. */
const DOUBLES = /^[^aeiou]*[aeiou][bdgmnpt]$/;

/**
 * Returns the regular forms of a verb in British and American spelling. Only the first word of a
 * phrase is inflected.
 */
export function inflections(phrase: string): readonly string[] {
  const [word = '', ...rest] = phrase.split(' ');
  const spellings = /[^i]i[sz]e$/.test(word)
    ? [word.replace(/[sz]e$/, 'ze'), word.replace(/[sz]e$/, 'se')]
    : [word];
  const forms = spellings.flatMap((spelling) => [spelling, ...regularForms(spelling)]);
  return [...new Set(forms)].map((form) => [form, ...rest].join(' '));
}

function regularForms(word: string): readonly string[] {
  if (word.endsWith('e')) {
    const stem = word.slice(0, -1);
    return [`${word}s`, `${word}d`, `${word}r`, `${stem}ing`];
  }
  if (word.endsWith('y') && !VOWEL_BEFORE_Y.test(word)) {
    const stem = word.slice(0, -1);
    return [`${stem}ies`, `${stem}ied`, `${stem}ier`, `${word}ing`];
  }
  const plural = /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
  const stem = DOUBLES.test(word) ? `${word}${word.at(-1) ?? ''}` : word;
  return [plural, `${stem}ed`, `${stem}er`, `${stem}ing`];
}
