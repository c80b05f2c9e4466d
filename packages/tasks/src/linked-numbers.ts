/** Returns the numbers that GitHub would link, in order and without duplicates. */
export function linkedNumbers(text: string): readonly number[] {
  const found = [...text.matchAll(/(?<![\w&])#(\d{1,7})\b/g)].map((match) => Number(match[1]));
  return [...new Set(found)];
}
