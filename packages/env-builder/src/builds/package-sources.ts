import { homedir } from 'node:os';
import { execa } from 'execa';

/** Settings of package clients that name a source and are worth nothing but in a build. */
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
 * Where this host's user fetches npm and Python packages, as variables. A source whose address holds
 * a password is left out: that is for the user to hand over, with `--build-env`.
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
  // The default is not passed on: it would win over the .npmrc of the repository that is built.
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
          ? `${name} holds a password and is left out; --build-env hands it over`
          : `${name} of this host reaches builds`,
      );
      return !secret;
    }),
  );
}

function withoutNpmSettings(host: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const rest = Object.entries(host).filter(([name]) => !/^npm_config_/i.test(name));
  return {
    ...Object.fromEntries(rest),
    // Two different files: npm refuses one that is both.
    npm_config_userconfig: '/nonexistent/user',
    npm_config_globalconfig: '/nonexistent/global',
  };
}

/** Undefined where the program is missing, slow, fails, or prints anything but one address. */
async function setting(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const result = await execa(program, args, {
    // Not the current folder: a project's own .npmrc says nothing about this host.
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
