import { generateLocales } from '../draft/locales.ts';
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

/** What package managers of Node.js say where a git host does not give a package. */
const NO_GIT_HOST = new RegExp(
  [
    // npm
    String.raw`^npm (?:ERR!|error).*(?:\bgit (?:--no-replace-objects )?(?:ls-remote|clone)\b|request to https?://(?:api\.|codeload\.)?(?:github|gitlab|bitbucket)\.\w+/\S* failed)`,
    // Yarn 1
    String.raw`^error (?:Error: getaddrinfo \S+ (?:\w+\.)?(?:github|gitlab|bitbucket)\.|Command failed\.\nExit code: \d+\nCommand: git\n|.*https://codeload\.github\.com/)`,
    // pnpm
    String.raw`Command failed with exit code \d+: git (?:ls-remote|clone|fetch)\b`,
    String.raw`ERR_PNPM\S+\s+.*https://codeload\.github\.com/`,
    // Yarn 2 and later
    String.raw`YN0001: .*(?:Failed listing refs|Failed cloning the repository)`,
  ].join('|'),
  'm',
);

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
      // Modules of a project share the start of their group.
      /\[ERROR\].*(?:module not found: |Could not resolve dependencies for project ((?:[\w-]+\.)?[\w-]+)\S*-SNAPSHOT:?[^]{0,300}? \1[.:])/,
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
    message:
      /Could not load the Qt platform plugin|qt\.qpa\.\S+: could not connect to display|QXcbConnection: Could not connect/,
    cause: 'Qt finds no display',
    fix: { variables: { QT_QPA_PLATFORM: 'offscreen' } },
  },
  {
    message:
      /cannot open display|no display name and no \$DISPLAY|couldn't connect to display|Unable to open display|Missing X server|Can't open display|HeadlessException|» Headless|No X11 DISPLAY|Can't connect to X11/i,
    cause: 'there is no display',
    fix: { services: ['xvfb'], variables: { DISPLAY: ':99' } },
  },
  ...SERVERS.map(([name, message]) => ({
    message,
    cause: `no ${name} answers`,
    fix: { services: [name] },
  })),
  {
    message:
      /'ascii' codec can't (?:de|en)code|invalid multibyte char \(US-ASCII\)|configured to use ASCII/,
    cause: 'the locale knows ASCII alone',
    fix: { variables: { LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' } },
  },
  {
    message: /transport 'file' not allowed/,
    cause: 'git refuses submodules in folders',
    fix: { systemCommands: ['git config --system protocol.file.allow always'] },
  },
  {
    message:
      /(?:EE|CA|DH)_KEY_TOO_SMALL|CA_MD_TOO_WEAK|(?:ee|ca|dh) key too small|ca md too weak|UNSUPPORTED_PROTOCOL\] unsupported protocol/,
    cause: 'OpenSSL refuses keys and protocols of that time',
    fix: {
      systemCommands: [
        `printf '%s\\n' 'openssl_conf = all' '[all]' 'ssl_conf = ssl' '[ssl]' 'system_default = old' '[old]' 'MinProtocol = None' 'CipherString = DEFAULT@SECLEVEL=0' >/etc/ssl/refbench.cnf`,
      ],
      variables: {
        OPENSSL_CONF: '/etc/ssl/refbench.cnf',
        NODE_OPTIONS: '--tls-cipher-list=DEFAULT@SECLEVEL=0',
      },
    },
  },
  {
    message: /Can not find valid pkg-config name|Specify MYSQLCLIENT_CFLAGS/,
    cause: 'the client of MySQL is missing',
    fix: { systemPackages: ['default-libmysqlclient-dev', 'pkg-config'] },
  },
  {
    message: /(?:could not find|cannot find|no) '?runtest\b/i,
    cause: 'DejaGnu is missing',
    fix: { systemPackages: ['dejagnu'] },
  },
  {
    message: /valgrind: +(?:Fatal error at startup: a function redirection|which is mandatory)/,
    cause: 'valgrind needs the symbols of the library of C',
    fix: { systemPackages: ['libc6-dbg'] },
  },
  {
    message: /(?:Unable|Failed|failed) to (?:load|open|read) \S*\/machine-id/,
    cause: 'the machine has no id',
    fix: {
      systemPackages: ['dbus'],
      systemCommands: ['dbus-uuidgen --ensure && dbus-uuidgen --ensure=/etc/machine-id'],
    },
  },
  {
    message: /LeakSanitizer has encountered a fatal error|LeakSanitizer does not work under ptrace/,
    cause: 'memory leaks cannot be looked for without further privileges',
    fix: { variables: { ASAN_OPTIONS: 'detect_leaks=0', LSAN_OPTIONS: 'detect_leaks=0' } },
  },
  {
    message: /no gpg binary found|cannot run gpg|gpg: not found|gpg failed to sign/i,
    cause: 'gpg is missing',
    fix: { systemPackages: ['gnupg'] },
  },
  {
    message:
      /(?:setlocale\([^\n]*?([a-z]{2}_[A-Z]{2})[^]{0,300})?unsupported locale setting|_S_create_c_locale name not valid|cannot change locale \(([a-z]{2}_[A-Z]{2})|locale "?([a-z]{2}_[A-Z]{2})\.UTF-?8"? (?:is )?not/,
    cause: 'a locale is missing',
    fix: ([, set, changed, named]) => {
      const name = set ?? changed ?? named ?? 'en_US';
      return {
        systemPackages: ['locales'],
        systemCommands: [generateLocales([name])],
      };
    },
  },
  {
    message:
      /ZoneInfoNotFoundError|No time zone found with key|unknown time zone [A-Z]|open \S*zoneinfo\S*: no such file/,
    cause: 'the time zones are missing',
    fix: { systemPackages: ['tzdata'] },
  },
  {
    message:
      /Servname not supported for ai_socktype|(?:service\/proto|port\/proto|protocol) not found/,
    cause: 'the names of services and protocols are unknown',
    fix: { systemPackages: ['netbase'] },
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
      /No binary for Chrome|set (?:the )?(?:env variable )?CHROME_BIN|Could not find (?:Chrom|browser revision)|Failed to launch the browser process|Cannot find (?:Chrome|Chromium)|Executable doesn't exist at \S*chrom/i,
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
    message:
      /`#\[deny\(\S+\)\]` implied by `#\[deny\(warnings\)\]`|requested on the command line with `-D/,
    cause: 'warnings of the compiler count as errors',
    fix: { variables: { RUSTFLAGS: '--cap-lints=warn' } },
  },
  {
    message:
      /`#!\[feature\]` may not be used on the stable release channel|option `Z` is only accepted on the nightly|`-Z` flag is only accepted on the nightly/,
    cause: 'the code uses unstable features of Rust',
    fix: { variables: { RUSTC_BOOTSTRAP: '1' } },
  },
  {
    message: /No binary for Firefox|set (?:the )?(?:env variable )?FIREFOX_BIN/,
    cause: 'a browser is missing',
    fix: { systemPackages: ['firefox-esr'], variables: { FIREFOX_BIN: '/usr/bin/firefox-esr' } },
  },
  {
    message:
      /x509: certificate signed by unknown authority|unable to get local issuer certificate|SSL certificate problem/,
    cause: 'the certificates of authorities are missing',
    fix: { systemPackages: ['ca-certificates'] },
  },
  {
    message:
      /FontConfiguration\.(?:getVersion|head)|Fontconfig head is null|lib(?:freetype|fontconfig)\.so/,
    cause: 'Java finds no fonts',
    fix: { systemPackages: ['fontconfig', 'libfreetype6', 'fonts-dejavu-core'] },
  },
  {
    message: /OutOfMemoryError: (?:Java heap space|Metaspace|GC overhead)/,
    cause: 'Java may use too little memory',
    fix: { variables: { JAVA_TOOL_OPTIONS: '-Xmx2g' } },
  },
  {
    message: /main class org\.apache\.maven\.surefire\.booter\.ForkedBooter/,
    cause: 'this release of Surefire does not work with this JDK',
    fix: {
      variables: { JAVA_TOOL_OPTIONS: '-Djdk.net.URLClassPath.disableClassPathURLCheck=true' },
    },
  },
  {
    message: /unmappable character[^\n]* for encoding (?:US-)?ASCII/,
    cause: 'the locale knows ASCII alone',
    fix: { variables: { LC_ALL: 'C.UTF-8', JAVA_TOOL_OPTIONS: '-Dfile.encoding=UTF-8' } },
  },
  {
    message: /has overflowed its stack/,
    cause: 'threads of tests have a stack that is too small',
    fix: { variables: { RUST_MIN_STACK: '16777216' } },
  },
  {
    message: /newer than PyO3's maximum supported version/,
    cause: 'this PyO3 does not know a Python that is this new',
    fix: { variables: { PYO3_USE_ABI3_FORWARD_COMPATIBILITY: '1' } },
  },
  {
    message: /could not compile[^\n]*\n(?:[^\n]*\n){0,8}[^\n]*signal: 9, SIGKILL/,
    cause: 'compilers need too much memory at a time',
    fix: { variables: { CARGO_BUILD_JOBS: '1' } },
  },
  {
    message: /DATABASE_URL`? (?:must be set )?to use query macros/,
    cause: 'queries are checked against a database',
    fix: { variables: { SQLX_OFFLINE: 'true' } },
  },
  {
    message: /setuptools-scm was unable to detect version/,
    cause: 'a build tool reads the version from git tags',
    fix: { variables: { SETUPTOOLS_SCM_PRETEND_VERSION: '0.1.0' } },
  },
  {
    message: /Versioning for this project requires either an sdist/,
    cause: 'a build tool reads the version from git tags',
    fix: { variables: { PBR_VERSION: '0.1.0' } },
  },
  {
    message: /JAVA_HOME is not set|Unable to locate a Java Runtime|spawn java ENOENT/,
    cause: 'Java is missing',
    fix: { systemPackages: ['default-jre-headless'] },
  },
  {
    message:
      /fork\/exec (?!\/usr\/)\S*\/?(?:bin|build|dist|_output|out)\/\S+: no such file|_BINARY\b[^\n]*(?:not set|must be set|is empty|not found)|please run `?make build/i,
    cause: 'tests call a program that the Makefile builds',
    fix: { preparation: ['make build'] },
  },
  {
    message:
      /cannot run ssh|Permission denied \(publickey|Host key verification failed|unauthenticated git protocol/,
    cause:
      'a package comes from a git host by SSH, which needs a key, or by a protocol that is gone',
    fix: {
      systemCommands: ['ssh://git@', 'git@', 'git://'].map(
        (prefix) =>
          `git config --system --add url.https://github.com/.insteadOf ${prefix}github.com${prefix === 'git@' ? ':' : '/'}`,
      ),
    },
  },
  {
    message: NO_GIT_HOST,
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
