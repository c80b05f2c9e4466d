/** What a text marks as code. */
const CODE = /```[^]*?```|`[^`\n]+`/g;
/** Shorter names stand everywhere. */
const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]{3,}/gu;
/** Spellings that no word of prose has. */
const NAME = /[_$]|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;

/**
 * Returns the names that a text tells whoever works on it, as it spells them: those in what it marks as code, and
 * those that only a name is spelled like.
 */
export function toldNames(text: string): ReadonlySet<string> {
  const marked = (text.match(CODE) ?? []).flatMap((code) => code.match(IDENTIFIER) ?? []);
  const spelled = (text.match(IDENTIFIER) ?? []).filter((word) => NAME.test(word));
  return new Set([...marked, ...spelled]);
}
