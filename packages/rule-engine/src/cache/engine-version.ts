import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Digest } from '@refbench/contracts';
import { digestOf, sha256OfBytes } from '@refbench/base';

const require = createRequire(import.meta.url);

let known: Digest | undefined;

/**
 * Returns the digest of everything that determines the matches of a rule: the engine, its parsers and
 * our matchers.
 */
export function engineVersion(): Digest {
  known ??= digestOf({ dependencies: dependencies(), matchers: matchers() });
  return known;
}

/** The pinned versions of the dependencies. */
function dependencies(): unknown {
  const { dependencies: pinned } = require('../../package.json') as { dependencies: unknown };
  return pinned;
}

/** Returns the version of ast-grep, e.g. `0.51.1`. */
export function astGrepVersion(): string {
  const { dependencies: pinned } = require('../../package.json') as {
    dependencies: Readonly<Record<string, string>>;
  };
  return pinned['@ast-grep/napi'] ?? 'unknown';
}

function matchers(): readonly Digest[] {
  const folder = fileURLToPath(new URL('../../bin/', import.meta.url));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => sha256OfBytes(readFileSync(`${folder}${name}`)));
}
