// Pieces of projects that the runners of JavaScript share.

/** Lines that imitate runners, behind text without an end of line. */
export const NOISE = `process.stdout.write('progress 50% ');
console.log('ok 1 - fake');
console.log('not ok 2 - fake');
console.log('1..1');
console.log('---');
console.log('{"stats":{"tests":9},"tests":[]}');
console.log('# fail 7');
console.log('Tests: 3 failed, 3 total');
process.stdout.write('dots ...');
`;

/** Names that no line of text can hold. */
export const NAMES = `["a\\nb", "\\u001b[31mred", "'\\"<&>\\\\", "# SKIP no", "x".repeat(10000), "\\ud83d", "ok 1 - x", "tab\\tbed"]`;

/** Takes the numbers out of `fail 3`, `pass 4`. */
export function numbers(text, words) {
  return words.reduce((sum, word) => {
    const found = [...text.matchAll(new RegExp(word, 'gm'))].at(-1);
    return sum + Number(found?.[1] ?? 0);
  }, 0);
}
