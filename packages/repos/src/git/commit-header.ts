import type { CommitHeader } from '../tree/commit-header.ts';
import { git } from './run-git.ts';

/** Reads the header of an existing commit. */
export async function readCommitHeader(gitDir: string, commit: string): Promise<CommitHeader> {
  const bytes = await git(['cat-file', 'commit', commit], { gitDir });
  const header = bytes.toString('latin1').split('\n\n')[0] ?? '';
  const parents = [...header.matchAll(/^parent ([0-9a-f]{40})$/gm)].map(([, id]) => id ?? '');
  const seconds = /^committer .*> (\d+) [-+]\d{4}$/m.exec(header)?.[1];
  return { parents, committedAt: new Date(Number(seconds ?? 0) * 1000) };
}
