import type { Definition } from './file-tags.ts';

const LONGEST_LINE = 100;

/** A file of the map with the definitions to show. Without any, only its name is shown. */
export interface MapFile {
  readonly path: string;
  readonly shown: readonly Definition[];
  /** All definitions of the file, needed to find the enclosing ones. */
  readonly all: readonly Definition[];
  readonly lines: readonly string[];
}

/**
 * Renders files in the order of their paths, each with the lines of the chosen definitions and of
 * those that enclose them. `⋮` marks omitted lines.
 */
export function renderMap(files: readonly MapFile[]): string {
  return files.map(renderFile).join('');
}

function renderFile({ path, shown, all, lines }: MapFile): string {
  if (shown.length === 0) return `${path}\n`;
  const wanted = new Set<number>();
  for (const { line } of shown) {
    wanted.add(line);
    for (const other of all) if (other.line < line && line <= other.end) wanted.add(other.line);
  }
  let text = `${path}:\n`;
  let last = -1;
  for (const line of [...wanted].sort((left, right) => left - right)) {
    if (line > last + 1) text += '⋮\n';
    text += `│${(lines[line] ?? '').trimEnd().slice(0, LONGEST_LINE)}\n`;
    last = line;
  }
  return last < lines.length - 1 ? `${text}⋮\n` : text;
}
