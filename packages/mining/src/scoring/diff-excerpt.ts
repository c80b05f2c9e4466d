import { displayPath, pathOfFile, type ParsedPatch, type PatchFile } from '@refbench/repos';
import { isForeign, isLock } from '@refbench/code-facts';

/** Number of characters of a diff that a model reads, about 40,000 tokens. */
const MAX_DIFF_CHARACTERS = 120_000;

/**
 * Returns an excerpt of a diff: a list of all files, then the changed lines of as many files as
 * fit. Each file gets an equal share, so that the breadth of a large change stays visible.
 */
export function diffExcerpt(patch: ParsedPatch, limit: number = MAX_DIFF_CHARACTERS): string {
  const index = patch.files
    .map(nameLine)
    .join('\n')
    .slice(0, limit / 4);
  const shown = patch.files.filter((file) => {
    const path = pathOfFile(file);
    return !isForeign(path) && !isLock(path) && file.hunks.length > 0;
  });
  const share = Math.max(400, Math.floor((limit - index.length) / Math.max(1, shown.length)));
  let left = limit - index.length;
  const parts: string[] = [];
  for (const file of shown) {
    if (left <= 0) break;
    const text = fileText(file);
    const cut = text.length <= share ? text : `${text.slice(0, share)}\n[... cut]`;
    parts.push(`=== ${pathOfFile(file)}\n${cut.slice(0, left)}`);
    left -= cut.length;
  }
  const omitted = shown.length - parts.length;
  const note = omitted > 0 ? `\n[... ${omitted} more files]` : '';
  return `Files:\n${index}\n\n${parts.join('\n')}${note}`;
}

function nameLine(file: PatchFile): string {
  const [old, now] = [file.oldPath, file.newPath].map((path) => path && displayPath(path));
  return file.change === 'renamed' ? `renamed ${old} -> ${now}` : `${file.change} ${now ?? old}`;
}

function fileText(file: PatchFile): string {
  const signs = { added: '+', removed: '-', context: ' ' } as const;
  const hunks = file.hunks.map((hunk) =>
    hunk.lines.map(({ kind, text }) => `${signs[kind]}${text.toString('utf8')}`).join('\n'),
  );
  return hunks.join('\n...\n');
}
