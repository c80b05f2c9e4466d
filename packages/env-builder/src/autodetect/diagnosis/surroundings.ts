import type { KnownFailure } from './known-failure.ts';

/** Messages about a server that does not answer. */
const SERVERS: readonly (readonly [name: string, message: RegExp])[] = [
  ['redis', /(?:ECONNREFUSED|refused)[^\n]*:6379|:6379[^\n]*(?:ECONNREFUSED|refused)/],
  [
    'postgres',
    /(?:ECONNREFUSED|refused)[^\n]*:5432|:5432[^\n]*refused|port 5432 failed|psycopg2?\.OperationalError|connect to (?:the )?postgres|No such file or directory[^\n]*\.PGSQL\.5432/,
  ],
  [
    'mysql',
    /(?:ECONNREFUSED|refused)[^\n]*:3306|:3306[^\n]*refused|Can't connect to (?:local )?MySQL server/,
  ],
  ['memcached', /(?:ECONNREFUSED|refused)[^\n]*:11211|:11211[^\n]*refused/],
  ['rabbitmq', /(?:ECONNREFUSED|refused)[^\n]*:5672|:5672[^\n]*refused/],
];

/** Messages about what tests expect around them: identities, locales, browsers, settings of tools. */
export const SURROUNDINGS: readonly KnownFailure[] = [
  {
    message:
      /in offline mode and the artifact .* has not been downloaded|No cached version of \S+ available for offline mode/,
    cause: 'tests need artifacts that nothing else fetched',
    fix: { wholeSuite: true },
  },
  {
    message:
      /\[ERROR\].*(?:module not found: |Could not resolve dependencies for project \S+-SNAPSHOT)/,
    cause: 'a module needs the archive of another one',
    fix: { variables: { REFBENCH_MAVEN_PHASE: 'package' } },
  },
  {
    message: /Please tell me who you are|empty ident name|unable to auto-detect email address/,
    cause: 'git has no identity',
    fix: {
      systemCommands: [
        'git config --system user.name RefBench',
        'git config --system user.email refbench@localhost',
      ],
    },
  },
  {
    message: /detected dubious ownership in repository/,
    cause: 'git refuses repositories of other users',
    fix: { systemCommands: ["git config --system --add safe.directory '*'"] },
  },
  {
    message: /go: inconsistent vendoring in/,
    cause: 'the vendored modules are not those of go.mod',
    fix: { variables: { GOFLAGS: '-mod=mod' } },
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
    message: /-race requires cgo|requires cgo; enable cgo/,
    cause: 'cgo is not enabled',
    fix: { systemPackages: ['gcc', 'libc6-dev'], variables: { CGO_ENABLED: '1' } },
  },
  {
    message: /multiple definition of [`‘'][^]{0,200}first defined here/,
    cause: 'a newer gcc keeps common symbols apart',
    fix: { variables: { CFLAGS: '-fcommon', CXXFLAGS: '-fcommon' } },
  },
  {
    message:
      /is defined in header [‘'`]<cstdint>|[‘'`]u?int\d+_t[’'`] (?:was not declared|does not name a type|is not a member)/,
    cause: 'a newer compiler includes fewer headers by itself',
    fix: { variables: { CXXFLAGS: '-include cstdint' } },
  },
  {
    message: /is defined in header [‘'`]<(?:limits|memory|string|stdexcept|utility)>/,
    cause: 'a newer compiler includes fewer headers by itself',
    fix: {
      variables: {
        CXXFLAGS:
          '-include limits -include memory -include string -include stdexcept -include utility',
      },
    },
  },
  {
    message:
      /error: [^\n]*\[-W(?:implicit-function-declaration|implicit-int|incompatible-pointer-types|int-conversion)\]/,
    cause: 'a newer gcc takes old habits of C for errors',
    fix: { variables: { CFLAGS: '-fpermissive -Wno-error' } },
  },
  {
    message:
      /Could not load the Qt platform plugin|qt\.qpa\.\S+: could not connect to display|QXcbConnection: Could not connect/,
    cause: 'Qt finds no display',
    fix: { variables: { QT_QPA_PLATFORM: 'offscreen' } },
  },
  {
    message:
      /cannot open display|no display name and no \$DISPLAY|couldn't connect to display|Unable to open display|Missing X server|Can't open display/i,
    cause: 'there is no display',
    fix: { services: ['xvfb'], variables: { DISPLAY: ':99' } },
  },
  ...SERVERS.map(([name, message]) => ({
    message,
    cause: `no ${name} answers`,
    fix: { services: [name] },
  })),
  {
    message: /'ascii' codec can't (?:de|en)code|invalid multibyte char \(US-ASCII\)/,
    cause: 'the locale knows ASCII alone',
    fix: { variables: { LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' } },
  },
  {
    message: /transport 'file' not allowed/,
    cause: 'git refuses submodules in folders',
    fix: { systemCommands: ['git config --system protocol.file.allow always'] },
  },
  {
    message: /no gpg binary found|cannot run gpg|gpg: not found|gpg failed to sign/i,
    cause: 'gpg is missing',
    fix: { systemPackages: ['gnupg'] },
  },
  {
    message:
      /_S_create_c_locale name not valid|unsupported locale setting|cannot change locale \(en_US|locale "?en_US\.UTF-?8"? (?:is )?not/i,
    cause: 'the locale en_US.UTF-8 is missing',
    fix: {
      systemPackages: ['locales'],
      systemCommands: ["sed -i 's/^# *en_US.UTF-8/en_US.UTF-8/' /etc/locale.gen && locale-gen"],
    },
  },
  {
    message:
      /ZoneInfoNotFoundError|No time zone found with key|unknown time zone [A-Z]|open \S*zoneinfo\S*: no such file/,
    cause: 'the time zones are missing',
    fix: { systemPackages: ['tzdata'] },
  },
  {
    message: /required field "\w+" missing from/,
    cause: 'this pytest rewrites assertions for an older Python',
    fix: { variables: { PYTEST_ADDOPTS: '--assert=plain' } },
  },
  {
    message: /pkg_resources is deprecated/,
    cause: 'a warning of setuptools counts as an error',
    fix: { testPackages: ['setuptools<67'] },
  },
  {
    message:
      /No binary for Chrome|Could not find (?:Chrom|browser revision)|Failed to launch the browser process|Cannot find (?:Chrome|Chromium)|Executable doesn't exist at \S*chrom/i,
    cause: 'a browser is missing',
    fix: {
      systemPackages: ['chromium'],
      variables: {
        CHROME_BIN: '/usr/bin/chromium',
        PUPPETEER_EXECUTABLE_PATH: '/usr/bin/chromium',
      },
    },
  },
  {
    message: /ERR_OSSL_EVP_UNSUPPORTED|error:0308010C/,
    cause: 'a package uses hashes that OpenSSL 3 calls legacy',
    fix: { variables: { NODE_OPTIONS: '--openssl-legacy-provider' } },
  },
  {
    message:
      /ERESOLVE (?:could not resolve|unable to resolve)|Could not resolve dependency:\s*\n[^\n]*\bpeer /,
    cause: 'peer dependencies of packages contradict each other',
    fix: { variables: { npm_config_legacy_peer_deps: 'true' } },
  },
  {
    message:
      /`#\[deny\(\S+\)\]` implied by `#\[deny\(warnings\)\]`|requested on the command line with `-D/,
    cause: 'warnings of the compiler count as errors',
    fix: { variables: { RUSTFLAGS: '--cap-lints=warn' } },
  },
  {
    message: /missing and no known rule to make it/,
    cause: 'Ninja needs to know what external projects build, and make does not',
    fix: {
      variables: {
        CMAKE_GENERATOR: 'Unix Makefiles',
        CMAKE_BUILD_PARALLEL_LEVEL: '2',
        REFBENCH_KEEP_GOING: '-k',
      },
    },
  },
  {
    message: /`#!\[feature\]` may not be used on the stable release channel/,
    cause: 'the code uses unstable features of Rust',
    fix: { variables: { RUSTC_BOOTSTRAP: '1' } },
  },
  {
    message: /error: .*\[-Werror[=\]]|all warnings being treated as errors/,
    cause: 'warnings of the compiler count as errors',
    fix: { variables: { CFLAGS: '-Wno-error', CXXFLAGS: '-Wno-error' } },
  },
  {
    message: /JAVA_HOME is not set|Unable to locate a Java Runtime|spawn java ENOENT/,
    cause: 'Java is missing',
    fix: { systemPackages: ['default-jre-headless'] },
  },
  {
    message:
      /fork\/exec \S*\/?(?:bin|build|dist|_output|out)\/\S+: no such file|_BINARY\b[^\n]*(?:not set|must be set|is empty|not found)|please run `?make build/i,
    cause: 'tests call a program that the Makefile builds',
    fix: { preparation: ['make build'] },
  },
  {
    message: /cannot run ssh|Permission denied \(publickey|Host key verification failed/,
    cause: 'a package comes from a git host by SSH, which needs a key',
    fix: {
      systemCommands: ['ssh://git@', 'git@', 'git://'].map(
        (prefix) =>
          `git config --system --add url.https://github.com/.insteadOf ${prefix}github.com${prefix === 'git@' ? ':' : '/'}`,
      ),
    },
  },
  {
    message: /^npm (?:ERR!|error).*\bgit (?:--no-replace-objects )?(?:ls-remote|clone)\b/m,
    cause: 'a git host does not give a package',
    fix: { variables: { REFBENCH_WITHOUT_GIT: '1' } },
  },
  {
    message:
      /node-gyp-build|\.node'|prebuilds|bindings? file|Missing binding|could not find a binding|postinstall/i,
    cause: 'a package needs its install script',
    fix: { installScripts: true },
  },
  {
    message:
      /missing an upload date|with a date before|Enjoy By date|ENOVERSIONS|No versions available for/i,
    cause: 'packages are not available as of the date of the commit',
    fix: { undated: true },
  },
];
