/** An open object or list, with its current key or index. */
interface Frame {
  readonly kind: 'object' | 'list';
  index: number;
  key: string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Returns the line, counted from 1, of the value at a path in valid JSON. For a missing field,
 * returns the line of the object that lacks it.
 */
export function lineInJson(text: string, path: readonly PropertyKey[]): number | undefined {
  const wanted = path.map(String);
  const frames: Frame[] = [];
  let best: { readonly depth: number; readonly offset: number } | undefined;
  let previous = '';
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const top = frames.at(-1);
    const isKey = top?.kind === 'object' && (previous === '{' || previous === ',') && token !== '}';
    if (isKey) top.key = String(JSON.parse(token));
    else if (token === '}' || token === ']') frames.pop();
    else if (token === ',') {
      if (top !== undefined) top.index += 1;
    } else if (token !== ':') {
      const at = frames.map(({ kind, index, key }) => (kind === 'list' ? String(index) : key));
      const isAncestor = at.length <= wanted.length && at.every((key, i) => key === wanted[i]);
      if (isAncestor && at.length >= (best?.depth ?? 0)) {
        best = { depth: at.length, offset: match.index };
      }
      if (token === '{') frames.push({ kind: 'object', index: 0, key: '' });
      if (token === '[') frames.push({ kind: 'list', index: 0, key: '' });
    }
    previous = token;
  }
  return best === undefined ? undefined : lineAt(text, best.offset);
}

/** Returns the line, counted from 1, of a character. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
  }
  return line;
}
