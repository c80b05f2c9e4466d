import type { KnownFailure } from './known-failure.ts';

/** Messages of the go command and its vet, except about its version. */
export const GO_FAILURES: readonly KnownFailure[] = [
  {
    message:
      /go: inconsistent vendoring in|due to -mod=vendor|cannot find (?:package|module)[^\n]*\bvendor\b/,
    cause: 'the vendored modules are not those of go.mod',
    fix: { variables: { GOFLAGS: '-mod=mod' } },
  },
  {
    message:
      /missing go\.sum entry|updates to go\.(?:mod|sum) needed|go\.mod file not up[- ]to[- ]date/,
    cause: 'go.mod or go.sum does not list every module',
    fix: { variables: { GOFLAGS: '-mod=mod' } },
  },
  {
    message: /malformed module path|working directory is not part of a module/,
    cause: 'the project is older than modules of Go',
    fix: { variables: { GO111MODULE: 'off' } },
  },
  {
    message:
      /^(\S*\/)?[^/\s]+\.go:\d+:\d+: pattern (?:all:)?([\w./-]+?)\/?(?:\*\S*)?: no matching files found/m,
    cause: 'the code embeds files that another build makes',
    fix: ([, folder = '', path = '']) => ({
      preparation: [`mkdir -p ${folder}${path} && touch ${folder}${path}/index.html`],
    }),
  },
  {
    message: /error obtaining VCS status/,
    cause: 'Go cannot read the state of the repository',
    fix: { variables: { GOFLAGS: '-buildvcs=false' } },
  },
  {
    message: /non-constant format string in call to|^# \[[\w./-]+\]$[^]{0,4000}\[build failed\]/m,
    cause: 'a later go vet objects to the code',
    fix: { variables: { GOFLAGS: '-vet=off' } },
  },
  {
    message: /: lookup sum\.golang\.org|sum\.golang\.org\S*: (?:dial|Get|read) /,
    cause: 'the database of checksums does not answer',
    fix: { variables: { GOSUMDB: 'off' } },
  },
  {
    message: /link: \S+: invalid reference to /,
    cause: 'a later linker keeps modules from parts of the standard library',
    fix: { variables: { GOFLAGS: '-ldflags=-checklinkname=0' } },
  },
  {
    message: /(?:compile|link|asm): signal: killed/,
    cause: 'compilers need too much memory at a time',
    fix: { variables: { GOFLAGS: '-p=1' } },
  },
  {
    message: /panic: test timed out after \d+m/,
    cause:
      'tests of a package take longer than ten minutes, so those are left out that -short skips',
    fix: { variables: { GOFLAGS: '-short' } },
  },
  {
    message: /-race requires cgo|requires cgo; enable cgo|requires cgo to (?:work|be enabled)/,
    cause: 'cgo is not enabled',
    fix: { systemPackages: ['gcc', 'libc6-dev'], variables: { CGO_ENABLED: '1' } },
  },
];
