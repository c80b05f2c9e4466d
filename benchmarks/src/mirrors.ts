import { existsSync } from 'node:fs';
import { mirrorTemplate, missingMirror } from '@refbench/test-helpers';

/**
 * Returns the template of the mirrors to read: REFBENCH_TEST_MIRROR.
 * @throws Error if the variable is not set
 */
export function requireMirror(): string {
  const template = mirrorTemplate();
  if (template !== undefined) return template;
  throw new Error(missingMirror());
}

export interface Mirrors {
  readonly mirror: string;
  /** The requested repositories that exist in the mirror. */
  readonly repositories: readonly string[];
}

/** Returns undefined if none of the repositories exists, and prints why. */
export function findMirrors(names: readonly string[]): Mirrors | undefined {
  const mirror = requireMirror();
  const repositories = names.filter((repository) => {
    const [owner = '', name = ''] = repository.split('/');
    return existsSync(mirror.replaceAll('{owner}', owner).replaceAll('{name}', name));
  });
  if (repositories.length > 0) return { mirror, repositories };
  process.stdout.write(`skipped: no mirror at ${mirror}; specify one with REFBENCH_TEST_MIRROR\n`);
  return undefined;
}
