/** Words that every program of a language has. */
const PLAIN =
  /^(?:nil|null|undefined|None|true|false|True|False|self|this|super|void|string|String|str|int|bool|boolean|Boolean|error|Error|byte|char|float|double|long|Object|object|(?:break|continue|return);?|\W*\d*\W*|.)$/;

/** Whether a word says something about a program: it is none that every program has. */
export function isName(word: string): boolean {
  return !PLAIN.test(word);
}
