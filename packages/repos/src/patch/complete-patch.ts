import { parsePatch } from './parse-patch.ts';

/** A patch as it can be read, and what had to be added for that. */
export interface CompletedPatch {
  readonly patch: Buffer;
  /** Undefined where nothing was added. */
  readonly note: string | undefined;
}

/** More context than any tool writes after a change. */
const MOST_CONTEXT_LINES = 100;

/**
 * Puts back what stripping the white space around a patch takes away: its last line feed, and the empty
 * context lines before it. Hunk headers count their lines, so at most one number of lines fits. A patch
 * that cannot be read either way is returned as it is.
 */
export function completePatch(patch: Buffer): CompletedPatch {
  const unchanged = { patch, note: undefined };
  if (patch.length === 0 || parsePatch(patch).kind === 'parsed') return unchanged;
  const start = patch.at(-1) === 0x0a ? patch : Buffer.concat([patch, Buffer.from('\n')]);
  for (let lines = start === patch ? 1 : 0; lines <= MOST_CONTEXT_LINES; lines += 1) {
    const candidate = Buffer.concat([start, Buffer.from(' \n'.repeat(lines))]);
    const parsed = parsePatch(candidate);
    if (parsed.kind === 'parsed') {
      const context = lines === 0 ? '' : ` and ${lines} empty context line(s)`;
      return { patch: candidate, note: `the patch lacked its last line feed${context}; added` };
    }
    if (!endsWithinHunk(parsed.reason)) return unchanged;
  }
  return unchanged;
}

function endsWithinHunk(reason: string): boolean {
  return reason.endsWith('the patch ends within a hunk');
}
