import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const beside = resolve(import.meta.dirname, '../../../.mirror');

/** The template of the mirrors that a measurement reads, beside the project where none is named. */
const template =
  process.env['REFBENCH_MIRROR'] ??
  process.env['REFBENCH_TEST_MIRROR'] ??
  join(beside, '{owner}+{name}/repo');

export interface Mirrors {
  readonly mirror: string;
  /** Of the names that were asked for: those that are there. */
  readonly repositories: readonly string[];
}

/** Undefined where none of the repositories is there; standard output then says so. */
export function findMirrors(names: readonly string[]): Mirrors | undefined {
  const mirror = template.includes('{name}') ? template : join(template, '{owner}/{name}');
  const repositories = names.filter((repository) => {
    const [owner = '', name = ''] = repository.split('/');
    return existsSync(mirror.replaceAll('{owner}', owner).replaceAll('{name}', name));
  });
  if (repositories.length > 0) return { mirror, repositories };
  process.stdout.write(`skipped: no mirror at ${mirror}; name them with REFBENCH_MIRROR\n`);
  return undefined;
}
