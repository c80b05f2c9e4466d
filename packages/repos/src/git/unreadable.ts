import { RefbenchError } from '@refbench/contracts';
import { GitFailure } from './run-git.ts';

/** Converts a git failure to an error of the source, because its objects may be unreadable. */
export function asUnreadable(error: unknown): unknown {
  if (!(error instanceof GitFailure)) return error;
  return new RefbenchError({
    kind: 'repository',
    message: `the source of this repository cannot be read: ${error.stderr.split('\n')[0] ?? ''}`,
    hint: 'check it with "git fsck", or use another clone',
    cause: error,
  });
}

/** Runs git on untrusted objects. */
export async function readingObjects<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asUnreadable(error);
  }
}
