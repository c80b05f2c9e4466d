import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Reason to skip a test that needs `publishedData`. */
export const NO_PUBLISHED_DATA =
  'set REFBENCH_DATA to a folder with the published data, which the project does not contain';

/**
 * The folder with data that others have published: REFBENCH_DATA. By default there is none, because
 * tests read nothing outside of the repository.
 */
export function publishedData(): string | undefined {
  return named('REFBENCH_DATA');
}

/**
 * The template of the mirrors of real repositories, such as `/mirrors/{owner}+{name}/repo`:
 * REFBENCH_TEST_MIRROR, which may also be a folder of owners. By default there is none.
 */
export function mirrorTemplate(): string | undefined {
  const given = named('REFBENCH_TEST_MIRROR');
  return given === undefined || given.includes('{name}') ? given : join(given, '{owner}/{name}');
}

/** Returns the first reason to skip a test on real repositories; undefined if all have a mirror. */
export function missingMirror(...repositories: readonly string[]): string | undefined {
  const template = mirrorTemplate();
  if (template === undefined) {
    return 'set REFBENCH_TEST_MIRROR to the template of a mirror, such as /mirrors/{owner}+{name}/repo';
  }
  const missing = repositories.find((repository) => {
    const [owner = '', name = ''] = repository.split('/');
    return !existsSync(template.replaceAll('{owner}', owner).replaceAll('{name}', name));
  });
  return missing && `REFBENCH_TEST_MIRROR, which is ${template}, has no ${missing}`;
}

function named(variable: string): string | undefined {
  const value = process.env[variable];
  return value === '' ? undefined : value;
}
