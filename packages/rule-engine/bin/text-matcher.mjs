// Rules of the language Text: a regular expression over a whole file.

/** `(?i)` and its like at the beginning are flags; `^` and `$` stand for the ends of lines. */
function compile({ regex, ...others }) {
  if (typeof regex !== 'string') throw new Error('a rule of the language Text is `regex: ...`');
  const [other] = Object.keys(others);
  if (other !== undefined) throw new Error(`a rule of the language Text has no "${other}"`);
  const [prefix, flags = ''] = /^\(\?([ims]+)\)/.exec(regex) ?? [''];
  return new RegExp(regex.slice(prefix.length), [...new Set(`gmu${flags}`)].join(''));
}

const compiled = new WeakMap();

/** The expression of a rule. @throws Error where it is none */
export function textExpression(matcher) {
  const known = compiled.get(matcher) ?? compile(matcher.rule);
  compiled.set(matcher, known);
  return known;
}

/** Places of all matches that are not empty, from left to right, none within another. */
export function textPlaces(matcher, text) {
  const lines = lineStarts(text);
  const places = [];
  for (const { index, 0: found } of text.matchAll(textExpression(matcher))) {
    if (found !== '') places.push(...lineOf(lines, index), ...lineOf(lines, index + found.length));
  }
  return places;
}

function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** 0-based line and column of an offset. */
function lineOf(starts, offset) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return [low, offset - starts[low]];
}
