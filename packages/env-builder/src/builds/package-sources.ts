import { homedir } from 'node:os';
import { execa } from 'execa';
import type { BuildNote } from './build-note.ts';

/** Settings of package clients that select a source. They are only useful in a build. */
const VARIABLES = [
  'PIP_INDEX_URL',
  'PIP_EXTRA_INDEX_URL',
  'PIP_TRUSTED_HOST',
  'UV_INDEX_URL',
  'GOPROXY',
  'GONOSUMDB',
  'GOSUMDB',
  'CARGO_REGISTRIES_CRATES_IO_PROTOCOL',
];

/**
 * Returns the sources of npm and Python packages that the user of this host configured, as variables.
 * A source whose URL contains a password is skipped; the user can pass it explicitly with
 * `--build-env`.
 */
export async function packageSources(
  host: NodeJS.ProcessEnv,
  notes: BuildNote[],
): Promise<Record<string, string>> {
  const [npm, pip] = await Promise.all([npmRegistry(host), pipIndex(host)]);
  const found: Record<string, string> = {};
  if (npm !== undefined) found['npm_config_registry'] = npm;
  if (pip !== undefined) found['PIP_INDEX_URL'] = pip;
  for (const name of VARIABLES) {
    const value = host[name];
    if (value !== undefined && value !== '') found[name] = value;
  }
  return Object.fromEntries(
    Object.entries(found).filter(([name, value]) => {
      const secret = /\/\/[^/\s]*@/.test(value);
      notes.push(
        secret
          ? {
              level: 'warning',
              text: `${name} contains a password and is skipped; pass it explicitly with --build-env`,
            }
          : { level: 'ok', text: `${name} of this host is passed to builds` },
      );
      return !secret;
    }),
  );
}

/**
 * Returns the registry that a setting of npm names. The default is not passed on, because it would
 * override the .npmrc of the repository. A variable overrides every file, so npm need not be asked.
 */
async function npmRegistry(host: NodeJS.ProcessEnv): Promise<string | undefined> {
  const name = Object.keys(host).find((key) => /^npm_config_registry$/i.test(key));
  const given = name === undefined ? undefined : host[name];
  if (given !== undefined && given !== '') return urlOf(given);
  // Without `--long`, npm lists only what differs from the defaults.
  const listed = await printed('npm', ['config', 'list'], host);
  return urlOf(/^registry = "(.*)"$/m.exec(listed ?? '')?.[1]);
}

async function pipIndex(host: NodeJS.ProcessEnv): Promise<string | undefined> {
  // The variable overrides every file, and is passed on below.
  if ((host['PIP_INDEX_URL'] ?? '') !== '') return undefined;
  return urlOf(await printed('pip', ['config', 'get', 'global.index-url'], host));
}

function urlOf(text: string | undefined): string | undefined {
  const url = text?.trim() ?? '';
  return /^https?:\/\/\S+$/.test(url) ? url : undefined;
}

/** Returns what a program prints. Undefined if it is missing, slow or fails. */
async function printed(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const result = await execa(program, args, {
    // The .npmrc of a project in the current folder must not be read.
    cwd: homedir(),
    env,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    timeout: 10_000,
  });
  return !result.failed && typeof result.stdout === 'string' ? result.stdout : undefined;
}
