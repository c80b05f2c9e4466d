import { countOf } from '@refbench/base';
import type { CompletedPatch } from '../tree/apply-patch.ts';
import { parsePatch } from './parse-patch.ts';

/** More context lines than any tool writes after a change. */
const MOST_CONTEXT_LINES = 100;

/**
 * Restores what is lost when white space around a patch is stripped: its last line feed and the empty
 * context lines before it. Hunk headers contain line counts, so at most one number of lines is
 * correct. A patch that cannot be parsed either way is returned unchanged.
 */
export function completePatch(patch: Buffer): CompletedPatch {
  const unchanged = { patch, note: undefined };
  if (patch.length === 0 || parsePatch(patch).kind === 'parsed') return unchanged;
  const start = patch.at(-1) === 0x0a ? patch : Buffer.concat([patch, Buffer.from('\n')]);
  for (let lines = start === patch ? 1 : 0; lines <= MOST_CONTEXT_LINES; lines += 1) {
    const candidate = Buffer.concat([start, Buffer.from(' \n'.repeat(lines))]);
    const parsed = parsePatch(candidate);
    if (parsed.kind === 'parsed') {
      const context = lines === 0 ? '' : ` and ${countOf(lines, 'empty context line')}`;
      return { patch: candidate, note: `the patch lacked its last line feed${context}; added` };
    }
    if (!endsWithinHunk(parsed.reason)) return unchanged;
  }
  return unchanged;
}

function endsWithinHunk(reason: string): boolean {
  return reason.endsWith('the patch ends within a hunk');
}
