import { findNodeAtLocation, parseTree, visit, type Node } from 'jsonc-parser';

/**
 * Returns the line, counted from 1, of the value at a path in valid JSON. For a missing field,
 * returns the line of the object that lacks it.
 */
export function lineInJson(text: string, path: readonly PropertyKey[]): number | undefined {
  let found: Node | undefined = parseTree(text);
  for (const segment of path) {
    if (found === undefined) break;
    const key = found.type === 'array' ? Number(segment) : String(segment);
    const member = findNodeAtLocation(found, [key]);
    if (member === undefined) break;
    found = member;
  }
  return found === undefined ? undefined : lineAt(text, found.offset);
}

/**
 * Names the first key that an object in valid JSON has twice, with both places. `JSON.parse` keeps only
 * the last value, so the others would be lost.
 */
export function repeatedKeyProblem(text: string): string | undefined {
  const objects: Map<string, string>[] = [];
  let problem: string | undefined;
  visit(text, {
    onObjectBegin: () => {
      objects.push(new Map());
    },
    onObjectEnd: () => {
      objects.pop();
    },
    onObjectProperty: (key, _offset, _length, line, character) => {
      const keys = objects.at(-1);
      const place = `line ${line + 1}, column ${character + 1}`;
      const first = keys?.get(key);
      if (first !== undefined) {
        problem ??= `the key ${JSON.stringify(key)} stands twice in one object: ${first}, and ${place}`;
      }
      keys?.set(key, place);
    },
  });
  return problem;
}

/** Returns the line, counted from 1, of a character. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}
