/** The GIT_* variables of the user that are passed to a fetch, because they configure the connection. */
const REACHING_A_SERVER = new Set([
  'GIT_ASKPASS',
  'GIT_HTTP_PROXY_AUTHMETHOD',
  'GIT_PROXY_COMMAND',
  'GIT_SSH',
  'GIT_SSH_COMMAND',
  'GIT_SSH_VARIANT',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
  'GIT_SSL_CERT',
  'GIT_SSL_KEY',
  'GIT_SSL_NO_VERIFY',
]);

const FIXED = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ATTR_NOSYSTEM: '1',
};

/**
 * The environment of git processes that work on objects. It excludes configuration, attributes and
 * ignore files of the user and the machine, so that the same objects produce the same bytes
 * everywhere.
 */
export function localGitEnv(): NodeJS.ProcessEnv {
  return {
    ...FIXED,
    PATH: process.env['PATH'],
    TMPDIR: process.env['TMPDIR'],
    HOME: '/nonexistent',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
}

/**
 * The environment of a fetch. Proxy, certificates, ssh and the user's own git config (credential
 * helpers, `insteadOf`) apply: objects are identified by their content, so these settings only affect
 * whether the fetch succeeds, not its result.
 */
export function fetchGitEnv(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('GIT_') || REACHING_A_SERVER.has(name),
  );
  return { ...Object.fromEntries(inherited), ...FIXED };
}

/** Fixed settings of every run: no hooks, no helpers, no rewriting of content, no housekeeping. */
export const SAFE_CONFIG: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.autocrlf=false',
  'core.safecrlf=false',
  'core.ignoreCase=false',
  'core.precomposeUnicode=false',
  'core.protectHFS=true',
  'core.protectNTFS=true',
  'core.quotePath=true',
  'core.compression=1',
  'fastimport.unpackLimit=0',
  'pack.threads=1',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.ext.allow=never',
  'safe.directory=*',
].flatMap((setting) => ['-c', setting]);
