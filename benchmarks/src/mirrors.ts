import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const beside = resolve(import.meta.dirname, '../../../.mirror');

/** Template of the mirrors to read. Defaults to a folder next to the project. */
const template =
  process.env['REFBENCH_MIRROR'] ??
  process.env['REFBENCH_TEST_MIRROR'] ??
  join(beside, '{owner}+{name}/repo');

export interface Mirrors {
  readonly mirror: string;
  /** The requested repositories that exist in the mirror. */
  readonly repositories: readonly string[];
}

/** Returns undefined if none of the repositories exists, and prints why. */
export function findMirrors(names: readonly string[]): Mirrors | undefined {
  const mirror = template.includes('{name}') ? template : join(template, '{owner}/{name}');
  const repositories = names.filter((repository) => {
    const [owner = '', name = ''] = repository.split('/');
    return existsSync(mirror.replaceAll('{owner}', owner).replaceAll('{name}', name));
  });
  if (repositories.length > 0) return { mirror, repositories };
  process.stdout.write(`skipped: no mirror at ${mirror}; specify one with REFBENCH_MIRROR\n`);
  return undefined;
}
