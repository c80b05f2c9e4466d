import type { KnownFailure } from './known-failure.ts';

/** Messages of Node.js, its package managers and what packages expect, except about its version. */
export const NODE_FAILURES: readonly KnownFailure[] = [
  {
    message: /ERR_OSSL_EVP_UNSUPPORTED|error:0308010C/,
    cause: 'a package uses hashes that OpenSSL 3 calls legacy',
    fix: { variables: { NODE_OPTIONS: '--openssl-legacy-provider' } },
  },
  {
    message: /ECONNREFUSED ::1:\d+/,
    cause: 'this Node.js tries the address of IPv6 first, and tests listen on the other one',
    fix: { variables: { NODE_OPTIONS: '--dns-result-order=ipv4first' } },
  },
  {
    message: /ENOSPC: System limit for number of file watchers/,
    cause: 'no more files can be watched',
    fix: { variables: { CHOKIDAR_USEPOLLING: 'true' } },
  },
  {
    message: /JavaScript heap out of memory/,
    cause: 'Node.js may use too little memory',
    fix: { variables: { NODE_OPTIONS: '--max-old-space-size=4096' } },
  },
  {
    message: /libssl_conf\.so: cannot open shared object|error:25066067:DSO support/,
    cause: 'a program cannot read the settings of a newer OpenSSL',
    fix: { variables: { OPENSSL_CONF: '/dev/null' } },
  },
  {
    message:
      /Cannot find module '(?:\.\.?\/)+(?:build|dist|lib|out)(?:\/(?!Release|Debug)|')|Failed to resolve entry for package/,
    cause: 'tests read what the project builds',
    fix: { preparation: ['npm run --if-present build'] },
  },
  {
    message:
      /ERESOLVE (?:could not resolve|unable to resolve)|Could not resolve dependency:\s*\n[^\n]*\bpeer /,
    cause: 'peer dependencies of packages contradict each other',
    fix: { variables: { npm_config_legacy_peer_deps: 'true' } },
  },
  {
    message: /SecurityError: localStorage is not available for opaque origins/,
    cause: 'this jest gives the page of the tests no address, which its jsdom demands',
    fix: { variables: { REFBENCH_JEST_URL: 'http://localhost/' } },
  },
  {
    message: /husky[^]{0,200}(?:\.git can't be found|not a git repository)/i,
    cause: 'husky cannot install hooks of git',
    fix: { variables: { HUSKY: '0', HUSKY_SKIP_INSTALL: '1' } },
  },
];
