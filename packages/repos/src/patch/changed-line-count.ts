/** The first line of the text that the headers of a file begin with. */
const FILE_START = /^(?:diff |--- |Index: )/m;

/**
 * Counts the lines of a text that look like changes: all that begin with `+` or `-`, from the first header
 * of a file on. Headers and the end of a mailed patch (`-- `) do not count. A reader of patches that
 * finds fewer changes has left some out.
 */
export function changedLineCount(text: string): number {
  const start = text.search(FILE_START);
  if (start < 0) return 0;
  const lines = text.slice(start).split('\n');
  return lines.filter((line, at) => {
    if (!/^[+-]/.test(line) || /^-- ?\r?$/.test(line)) return false;
    const isOldName = line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ');
    const isNewName = line.startsWith('+++ ') && lines[at - 1]?.startsWith('--- ');
    return !isOldName && !isNewName;
  }).length;
}
