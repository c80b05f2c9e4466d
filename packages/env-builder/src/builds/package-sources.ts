import { homedir } from 'node:os';
import { execa } from 'execa';

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
  notes: string[],
): Promise<Record<string, string>> {
  const [npm, npmDefault, pip] = await Promise.all([
    setting('npm', ['config', 'get', 'registry'], host),
    setting('npm', ['config', 'get', 'registry'], withoutNpmSettings(host)),
    setting('pip', ['config', 'get', 'global.index-url'], host),
  ]);
  const found: Record<string, string> = {};
  // The default is not passed on, because it would override the .npmrc of the repository.
  if (npm !== undefined && npm !== npmDefault) found['npm_config_registry'] = npm;
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
          ? `${name} contains a password and is skipped; pass it explicitly with --build-env`
          : `${name} of this host is passed to builds`,
      );
      return !secret;
    }),
  );
}

function withoutNpmSettings(host: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const rest = Object.entries(host).filter(([name]) => !/^npm_config_/i.test(name));
  return {
    ...Object.fromEntries(rest),
    // npm rejects the same file for both settings.
    npm_config_userconfig: '/nonexistent/user',
    npm_config_globalconfig: '/nonexistent/global',
  };
}

/** Returns undefined if the program is missing, slow or fails, or if its output is not a single URL. */
async function setting(
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
  const text = typeof result.stdout === 'string' ? result.stdout.trim() : '';
  return !result.failed && /^https?:\/\/\S+$/.test(text) ? text : undefined;
}
