export interface Column {
  readonly title: string;
  readonly text: string;
}

const MIN_WIDTH = 24;
const GAP = 3;

/** Renders texts in columns of equal width, as many side by side as fit into the terminal. */
export function sideBySide(columns: readonly Column[], width: number): string {
  const columnsPerRow = Math.max(1, Math.floor((width + GAP) / (MIN_WIDTH + GAP)));
  const rows: string[] = [];
  for (let at = 0; at < columns.length; at += columnsPerRow) {
    rows.push(row(columns.slice(at, at + columnsPerRow), width));
  }
  return rows.join('\n\n');
}

function row(columns: readonly Column[], width: number): string {
  const each = Math.max(MIN_WIDTH, Math.floor((width + GAP) / columns.length) - GAP);
  const wrapped = columns.map(({ title, text }) => [
    ...wrap(title, each),
    '-'.repeat(each),
    ...wrap(text, each),
  ]);
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines) => (lines[line] ?? '').padEnd(each))
      .join(' '.repeat(GAP))
      .trimEnd(),
  ).join('\n');
}

/** Wraps at blanks. Words longer than a line are split. */
function wrap(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.split(/\s+/).flatMap((one) => pieces(one, width))) {
      if (line !== '' && line.length + 1 + word.length > width) {
        lines.push(line);
        line = '';
      }
      line = line === '' ? word : `${line} ${word}`;
    }
    return [...lines, line];
  });
}

function pieces(word: string, width: number): readonly string[] {
  return word.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [];
}
