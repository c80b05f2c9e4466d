import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { TOOL_VERSION } from '@refbench/contracts';

/** Packages whose code decides a score. This package is one of them. */
const PACKAGES = [
  'base',
  'code-facts',
  'contracts',
  'environments',
  'grading',
  'instances',
  'rule-engine',
  'scoring',
  'suites',
  'workspace',
] as const;

let known: string | undefined;

/**
 * Returns the version of the code that scores: the tool's version and a digest of the code of all
 * packages that decide a score, with the programs that they start, e.g. `refbench/0.1.0+1f3a...`. A score of another version is computed
 * again, so that no score outlives a change of the code that made it.
 */
export function scoringVersion(): string {
  known ??= `${TOOL_VERSION}+${digestOfCode().slice(0, 16)}`;
  return known;
}

function digestOfCode(): string {
  const { resolve } = createRequire(import.meta.url);
  const digest = createHash('sha256');
  for (const name of PACKAGES) {
    const modules = dirname(resolve(`@refbench/${name}`));
    const programs = join(modules, '../bin');
    for (const folder of [modules, programs].filter((path) => existsSync(path))) {
      for (const path of codeFiles(folder)) {
        digest
          .update(`${name}/${path}\0`)
          .update(readFileSync(join(folder, path)))
          .update('\0');
      }
    }
  }
  return digest.digest('hex');
}

/**
 * Code that runs: neither tests nor declarations of types.
 * @returns Paths below the folder, sorted.
 */
export function codeFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.m?[jt]s$/.test(path) && !/\.(?:test|testkit|d)\.[jt]s$/.test(path))
    .sort();
}
