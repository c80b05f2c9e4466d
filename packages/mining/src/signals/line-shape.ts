const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|\s+|[^\p{L}\p{N}_$\s]/gu;
const IDENTIFIER = /^[\p{L}_$]/u;
const IMPORT =
  /^\s*(?:import\b|from\s+\S+\s+import\b|use\s+[\w:{]|#\s*include\b|(?:const|let|var)\s.*=\s*require\(|require\b|package\s+\S|export\s.*\sfrom\s|pub use\b|(?:[\w.]+\s+)?"[\w.-]+(?:\/[\w.-]+)+"$|\}\s*from\s)/;

/** Longer lines are data or minified code and are compared verbatim. */
const MAX_LINE = 500;

export interface LineShape {
  /** The line with each identifier as `I` and without white space. */
  readonly shape: string;
  readonly identifiers: readonly string[];
}

/** Returns the tokens of a line without white space. A very long line is one token. */
export function tokensOf(line: string): readonly string[] {
  if (line.length > MAX_LINE) return [line];
  return (line.match(TOKEN) ?? []).filter((token) => token.trim() !== '');
}

/** Returns the shape of a line. Two lines with the same shape differ only in names. */
export function lineShape(line: string): LineShape {
  if (line.length > MAX_LINE) return { shape: line, identifiers: [] };
  const identifiers: string[] = [];
  let shape = '';
  for (const [token] of line.matchAll(TOKEN)) {
    if (IDENTIFIER.test(token)) {
      identifiers.push(token);
      shape += 'I';
    } else {
      shape += token.trim();
    }
  }
  return { shape, identifiers };
}

export function isImport(line: string): boolean {
  return line.length <= MAX_LINE && IMPORT.test(line);
}
