import type { KnownFailure } from './known-failure.ts';

const NEWER = { toolchain: 1 } as const;
const OLDER = { toolchain: -1 } as const;

/** What Gradle's wrapper says if it cannot download Gradle. */
const NO_ANSWER =
  /[^]{0,400}?(?:java\.net\.\w+Exception|javax\.net\.ssl\.\w+Exception|Downloading from \S+ failed)/;

/** Messages about a toolchain that is too old or too new for the commit or its packages. */
export const TOOLCHAIN_FAILURES: readonly KnownFailure[] = [
  {
    message: /^refbench: not everything compiles with --/m,
    cause: 'not everything compiles with the features that the project names',
    fix: { variables: { REFBENCH_CARGO_FEATURES: '' } },
  },
  {
    message: /failed to fetch `https:\/\/github\.com\/rust-lang\/crates\.io-index`/,
    cause: 'this cargo reads the index of crates from a git host that does not answer',
    fix: NEWER,
  },
  {
    message: /error(?!\[E0554)(?:\[E\d+\])?: (?!`DATABASE_URL)[^\n]*\n\s*--> \S*\/registry\/src\//,
    cause: 'a crate of that time does not compile with a Rust that is this new',
    fix: { undated: true },
  },
  {
    message: /crate is only compatible with OpenSSL 1\.0/,
    cause: 'a crate of that time does not know an OpenSSL that is this new',
    fix: { undated: true },
  },
  {
    message: /lock file version `?\d+`? (?:requires|was found)|parse lock file[^]{0,80}version/,
    cause: 'this cargo cannot read the lock file',
    fix: NEWER,
  },
  {
    message: /attempted to (?:leave type|zero-initialize type|instantiate uninhabited)/,
    cause: 'a crate relies on memory that a newer Rust checks',
    fix: OLDER,
  },
  {
    message:
      /requires rustc \d+\.\d+|this version of Cargo is older than the|feature `edition20\d\d` is required|use of unstable library feature|rustc \d[\d.]+ is not supported by the following package|is unstable \(see issue/,
    cause: 'a crate requires a newer Rust',
    fix: NEWER,
  },
  {
    message:
      /requires go >= ?\d|module requires Go \d|package requires newer Go version|go:build comment without|undefined: (?:atomic|bytes|context|errors|fs|http|io|maps|os|slices|strings|sync|tar|testing|time|url|utf8)\.[A-Z]|type \*?(?:http|net|os|strings|tar|testing|time|url)\.\w+,? has no field or method|package \S+ is not in (?:GOROOT|std)\b|invalid go version '\d|requires go1\.\d+ or later|undefined: (?:any|clear|max|min)\b|maximum (?:supported )?(?:go )?version is|unknown directive: (?:toolchain|godebug|tool|ignore)/,
    cause: 'a module requires a newer Go',
    fix: NEWER,
  },
  {
    message:
      /flag provided but not defined: -test\.|can't be built on Go \d|relies on legacy Common Name field|'go get' is no longer supported outside a module|invalid array length -delta \* delta|go:linkname must refer to declared function or variable/,
    cause: 'a module does not compile with a Go that is this new',
    fix: OLDER,
  },
  {
    message:
      /requires a different Python: |Python ?>=3\.\d+|does not satisfy Python|requires Python '?>=|No module named '(?:tomllib|zoneinfo|graphlib|annotationlib)'|'(?:ABCMeta|type)' object is not subscriptable|unsupported operand type\(s\) for \|: '(?:type|NoneType|ABCMeta|_\w+)'|cannot import name '(?:ParamSpec|TypeAlias|TypeGuard|Self|NotRequired|Required|Never|LiteralString|Unpack|override|TypeIs|ReadOnly)' from 'typing'|unexpected keyword argument '(?:kw_only|slots)'/,
    cause: 'a package requires a newer Python',
    fix: NEWER,
  },
  {
    message:
      /module 'collections' has no attribute|cannot import name '\w+' from 'collections'|No module named '(?:imp|distutils|asyncore|asynchat|smtpd|cgi|cgitb|pipes|crypt|telnetlib|lib2to3|xdrlib|nntplib|audioop|imghdr|sndhdr|uu|formatter|parser|symbol|binhex)'|module 'configparser' has no attribute|has no attribute 'coroutine'|module 'inspect' has no attribute '(?:getargspec|formatargspec)'|has no attribute '(?:assertEquals|assertNotEquals|assertItemsEqual|assertRegexpMatches|assertRaisesRegexp|assertAlmostEquals|assert_)'|module 'unittest' has no attribute '(?:makeSuite|findTestCases|_TextTestResult)'|module 'ast' has no attribute '(?:Str|Num|NameConstant|Bytes|Ellipsis)'|module 'pkgutil' has no attribute 'ImpImporter'|module 'base64' has no attribute '(?:en|de)codestring'|module 'time' has no attribute 'clock'|module 'platform' has no attribute '(?:linux_distribution|dist)'|module 'gettext' has no attribute|module 'fractions' has no attribute 'gcd'|cannot import name 'gcd' from 'fractions'|unexpected keyword argument 'loop'|object has no attribute '(?:isAlive|getchildren|unescape|readfp)'|module 'locale' has no attribute 'format'|module 'random' has no attribute 'jumpahead'|_PyUnicode_get_wstr_length|longintrepr\.h|‘PyThreadState’[^\n]* has no member|There is no current event loop/,
    cause: 'the code uses parts of Python that were removed since',
    fix: OLDER,
  },
  {
    message:
      /EBADENGINE|require\(\) of ES Module|Must use import to load ES Module|No such built-in module: node:|Cannot find module 'node:|is not allowed in NODE_OPTIONS|bad option: --|(?:crypto(?:\$\d+)?\.(?:hash|getRandomValues|randomUUID)|Object\.(?:hasOwn|fromEntries|groupBy)|Promise\.(?:allSettled|any|withResolvers)|Array\.fromAsync|\w+\.(?:replaceAll|flatMap|findLast|toSorted|matchAll|at)|fs\.(?:rmSync|cpSync|rm)) is not a function|\b(?:AbortController|BigInt|File|FormData|Headers|ReadableStream|Response|TextDecoder|TextEncoder|WebSocket|crypto|globalThis|queueMicrotask) is not defined|Unsupported engine|engine "node" is incompatible|UNSUPPORTED_ENGINE|SyntaxError: Unexpected token '(?:\?\?=|\|\|=|\?\.|with)'|node_modules\/\S+:\d+\n[^]{0,300}?SyntaxError: (?:Unexpected token [;.{(=?]|Invalid regular expression|Unexpected identifier|Unexpected reserved word)|structuredClone is not defined|fetch is not defined/,
    cause: 'a package requires a newer Node.js',
    fix: NEWER,
  },
  {
    message:
      /\b(?:util\.(?:is[A-Z]\w+|print|puts|log|_extend)|os\.tmpDir|fs\.SyncWriteStream|path\.existsSync|process\.assert|crypto\.createCipher) is not a (?:function|constructor)|GLOBAL is not defined|node-gyp[^\n]*not found: python2|not found: python2|checking for Python executable "?python2|primordials is not defined|process\.binding\([^)]*\) is not|No such module: http_parser|does not yet support your current environment|Cannot initialize local storage without|#error "C\+\+\d\d or later required|[‘'](?:class|struct) v8::\w+[’'] has no member|[’'] is not a member of [‘']v8\b|no member named '\w+' in '(?:namespace )?v8\b/,
    cause: 'a package needs an older Node.js, or a build tool that needs Python 2',
    fix: OLDER,
  },
  {
    message: new RegExp(String.raw`gradle-[2-4]\.[\d.]+-\w+\.zip${NO_ANSWER.source}`),
    cause: "Gradle's own host does not answer, and the distribution's Gradle needs a newer JDK",
    fix: { ...NEWER, systemPackages: ['gradle'] },
  },
  {
    message: new RegExp(String.raw`gradle-(?:[5-9]|\d\d)\.[\d.]+-\w+\.zip${NO_ANSWER.source}`),
    cause: "Gradle's own host does not answer",
    fix: { systemPackages: ['gradle'] },
  },
  {
    message:
      /Unsupported major\.minor version|compiled by a more recent version of the Java Runtime|requires at least JVM runtime version|Unrecognized option: --add-(?:opens|exports|modules)|Java \d+ or (?:higher|newer|later) is required|requires? (?:at least )?(?:Java|JDK) \d+|Detected Maven Version: \S+ is not in the allowed range|invalid (?:target|source) release: (?:9|1\d|2\d)|invalid flag: --release|release version (?:9|1\d|2\d) not supported|class file has wrong version|UnsupportedClassVersionError/,
    cause: 'the build requires a newer JDK',
    fix: NEWER,
  },
  {
    message:
      /[Cc]ould not find tools\.jar|release version [5-8] not supported|[Tt]he Security Manager is deprecated and will be removed|[Ss]etting a [Ss]ecurity [Mm]anager is not supported|because module jdk\.compiler does not export|Unknown (?:Kotlin )?JVM target(?: version)?: ?2\d|Unsupported class file major version|is not supported by the current version of Byte Buddy|Could not determine java version from|Could not initialize class org\.codehaus\.groovy|Unrecognized VM option '(?:MaxPermSize|UseConcMarkSweepGC|UseParNewGC)|Source option \d+ is no longer supported|Target option \d+ is no longer supported|does not "opens .*" to unnamed module|InaccessibleObjectException|NoSuchFieldError: (?:Class )?com[./]sun[./]tools[./]javac|PowerMock internal error|ExceptionInInitializerError: com\.sun\.tools\.javac|class lombok\.javac\S* [^\n]*cannot access/,
    cause: 'the build does not work with a JDK that is this new',
    fix: OLDER,
  },
  {
    message:
      /package (?:javax\.(?:xml\.bind|xml\.ws|annotation|activation|jws)(?:\.\w+)*|sun\.misc|com\.sun\.[\w.]+) does not exist|artifact com\.sun:tools:jar|NoClassDefFoundError: javax\/(?:xml\/bind|annotation|activation)/,
    cause: 'the code uses parts of the JDK that were removed since',
    fix: OLDER,
  },
  {
    message:
      /CMake \d[\d.]* or higher is required|Meson version is \S+ but project requires|requires? (?:at least )?autoconf (?:version )?2\.\d+|Autoconf version \S+ or higher is required|unrecognized command[- ]line option .-std=|invalid value for %define variable|meson\.build:\d+:\d+: ERROR: (?:Expecting|Unknown (?:method|function))/i,
    cause: 'the build requires newer tools',
    fix: NEWER,
  },
  {
    message:
      /sys\/sysctl\.h: No such file|(?:static declaration of|conflicting types for) [‘'](?:gettid|memfd_create|copy_file_range|renameat2|strlcpy|strlcat|reallocarray)[’']|meson\.build:\d+:\d+: ERROR: (?:Function does not take positional|\w+ (?:got unknown keyword|keyword argument))|stropts\.h: No such file|(?:EVP_MD_CTX|HMAC_CTX|EVP_CIPHER_CTX)\b[^\n]*has incomplete type|dereferencing pointer to incomplete type [‘'][^’']*(?:RSA|EVP_|DSA|DH)\b/,
    cause: 'the libraries or tools of the system are too new',
    fix: OLDER,
  },
];
