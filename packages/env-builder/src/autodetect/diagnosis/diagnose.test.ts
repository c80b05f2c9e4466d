import { expect, test } from 'vitest';
import { NO_ADJUSTMENTS, type Adjustments } from '../draft/adjustments.ts';
import { diagnoses } from './diagnose.ts';

const own = new Set(['mypackage']);

function first(log: string, known: Adjustments = NO_ADJUSTMENTS): Adjustments | undefined {
  return diagnoses(log, known, own)[0]?.adjustments;
}

test.each([
  ['src/x.c:3:10: fatal error: openssl/ssl.h: No such file or directory', ['libssl-dev']],
  ['/usr/bin/ld: cannot find -lz', ['zlib1g-dev']],
  ["Package 'libseccomp', required by 'virtual:world', not found", ['libseccomp-dev']],
  [
    'Package gpgme was not found in the pkg-config search path.\nPerhaps you should add',
    ['libgpgme-dev'],
  ],
  ['The system library `alsa` required by crate `alsa-sys` was not found.', ['libasound2-dev']],
  ['Could not find `protoc` installation and this build crate cannot', ['protobuf-compiler']],
  ['ImportError: libGL.so.1: cannot open shared object file: No such file', ['libgl1']],
  ['fatal error: cmocka.h: No such file or directory', ['libcmocka-dev']],
  ['fatal error: fmt/core.h: No such file or directory', ['libfmt-dev']],
  ["configure: error: No package 'libuv' found", ['libuv1-dev']],
  ['ERROR: Dependency "jansson" not found, tried pkgconfig', ['libjansson-dev']],
  ['package configuration file provided by "yaml-cpp" with any', ['libyaml-cpp-dev']],
  ['configure.ac:9: error: possibly undefined macro: AX_CHECK', ['autoconf-archive']],
  ['/bin/sh: 1: makeinfo: not found', ['texinfo']],
  ['/bin/sh: 1: libpng-config: not found', ['libpng-dev']],
  ['bash: line 1: jq: command not found', ['jq']],
  ["error: 'spawnSync zsh ENOENT'", ['zsh']],
  ['exec: "ssh-keygen": executable file not found in $PATH', ['openssh-client']],
  ['    gpg_test.go:12: no gpg binary found', ['gnupg']],
  [
    "pytz.exceptions... zoneinfo._common.ZoneInfoNotFoundError: 'No time zone found with key Asia/Tokyo'",
    ['tzdata'],
  ],
  ['ERROR [launcher]: No binary for ChromeHeadless browser on your platform.', ['chromium']],
  ["WARNING: could not find 'runtest'", ['dejagnu']],
  ['valgrind:  which is mandatory for this platform-tool combination', ['libc6-dbg']],
  ['Exception: Can not find valid pkg-config name.', ['default-libmysqlclient-dev', 'pkg-config']],
])('system packages: %s', (log, packages) => {
  expect(first(log)?.systemPackages).toEqual(packages);
});

test.each([
  ["ModuleNotFoundError: No module named 'yaml'", ['pyyaml']],
  ["ModuleNotFoundError: No module named 'requests_mock.contrib'", ['requests-mock']],
  ["ModuleNotFoundError: No module named 'zope.interface'", ['zope-interface']],
  [
    "    from google.cloud.storage import Client\nModuleNotFoundError: No module named 'google'",
    ['google-cloud-storage'],
  ],
  ["ModuleNotFoundError: No module named 'pandas.core.index'", ['pandas<2']],
  ['Preset ts-jest not found.', ['ts-jest']],
  ['ESLint couldn\'t find the plugin "eslint-plugin-react".', ['eslint-plugin-react']],
  ["E       fixture 'mocker' not found", ['pytest-mock']],
  ["E       fixture 'event_loop' not found", ['pytest-asyncio<1']],
  ["ModuleNotFoundError: No module named 'setuptools.command.test'", ['setuptools<72']],
  ['RuntimeError: this client requires more.\n    $ pip install httpx\n', ['httpx']],
  ['ImportError: run `pip install "uvicorn[standard]"` first', ['uvicorn[standard]']],
  ['ERROR: Missing required plugins: pytest-xdist', ['pytest-xdist']],
  ["Jest: 'ts-node' is required for the TypeScript configuration files", ['ts-node']],
  ['E   UserWarning: pkg_resources is deprecated as an API. See https://setup', ['setuptools<67']],
])('packages that tests import: %s', (log, packages) => {
  expect(first(log)?.testPackages).toEqual(packages);
});

test.each([
  ['x.c:1:10: fatal error: infiniband/verbs.h: No such file or directory', ['/infiniband/verbs.h']],
  [
    'x.cc:1:10: fatal error: rapidfuzz/fuzz.hpp: No such file or directory',
    ['/rapidfuzz/fuzz.hpp'],
  ],
  ['/usr/bin/ld: cannot find -libverbs: No such file', ['/libibverbs.so']],
  ["Package 'rdmacm', required by 'virtual:world', not found", ['/rdmacm.pc']],
  ['package configuration file provided by "Qt5" with any', ['/Qt5Config.cmake']],
  ['sh: 1: xmllint: not found', ['/bin/xmllint']],
  ['/bin/sh: 1: icu-config: not found', ['/bin/icu-config']],
  ['exec: "faketime": executable file not found in $PATH', ['/bin/faketime']],
  ['LoadError: cannot load such file -- rspec/core/rake_task', ['/rspec/core/rake_task.rb']],
])('files: %s', (log, files) => {
  expect(first(log)?.missingFiles).toEqual(files);
});

test.each([
  [
    'CMake Error: Target "x" links to target "ZLIB::ZLIB" but the target was not found.',
    ['zlib1g-dev'],
  ],
  [
    'CMake: set to NOTFOUND.\nPlease set them:\nSQLITE\n    linked by target "x"\nLIBEVENT\n    linked by target "x"\n',
    ['libsqlite3-dev', 'libevent-dev'],
  ],
  ['The following required packages were not found:\n\n - libudev\n', ['libudev-dev']],
  ['Run-time dependency fmt found: NO (tried pkgconfig and cmake)', ['libfmt-dev']],
  ['configure.ac:33: error: possibly undefined macro: AC_PROG_LIBTOOL', ['libtool']],
  ['error: linker `cc` not found', ['gcc', 'libc6-dev']],
  ['Can\'t exec "autopoint": No such file or directory at FileUtils.pm', ['autopoint']],
  ['gyp ERR! find Python Python is not set from command line', ['python3', 'make', 'g++']],
])('packages of lists, targets and other words: %s', (log, packages) => {
  expect(first(log)?.systemPackages).toEqual(packages);
});

test.each([
  ['dial tcp 127.0.0.1:6379: connect: connection refused', ['redis']],
  ['Error: connect ECONNREFUSED 127.0.0.1:5432', ['postgres']],
  ['psycopg2.OperationalError: could not connect to server: No such file', ['postgres']],
  ['cannot open display: ', ['xvfb']],
])('services: %s', (log, services) => {
  expect(first(log)?.services).toEqual(services);
});

test.each<readonly [string, Readonly<Record<string, string>>]>([
  [
    'x.c:1:1: error: ‘SIZE_MAX’ undeclared (first use in this function)',
    { CFLAGS: '-include stdint.h' },
  ],
  ["x.cc:1:1: error: 'memcpy' was not declared in this scope", { CXXFLAGS: '-include cstring' }],
  ['note: ‘std::bind’ is defined in header ‘<functional>’', { CXXFLAGS: '-include functional' }],
  [
    'gtest-port.h:273:2: error: #error C++ versions less than C++17 are not supported.',
    { CXXFLAGS: '-std=gnu++17' },
  ],
  [
    "lexer.hpp:9:8: error: 'string_view' in namespace 'std' does not name a type\nlexer.hpp:9:3: note: 'std::string_view' is only available from C++17 onwards",
    { CXXFLAGS: '-std=gnu++17' },
  ],
  ["undefined reference to `pthread_create'", { LDFLAGS: '-Wl,--no-as-needed -lpthread' }],
  ['panic: test timed out after 10m0s\n\nrunning tests:\n\tTestSimulate', { GOFLAGS: '-short' }],
  ['go: updates to go.mod needed; to update it:\n\tgo mod tidy', { GOFLAGS: '-mod=mod' }],
  [
    'SecurityError: localStorage is not available for opaque origins',
    { REFBENCH_JEST_URL: 'http://localhost/' },
  ],
  ['FetchError: connect ECONNREFUSED ::1:3344', { NODE_OPTIONS: '--dns-result-order=ipv4first' }],
  ["thread 'main' has overflowed its stack", { RUST_MIN_STACK: '16777216' }],
  [
    'error: set `DATABASE_URL` to use query macros online, or run `cargo sqlx prepare`',
    { SQLX_OFFLINE: 'true' },
  ],
  [
    "undefined reference to `std::filesystem::__cxx11::path::_M_split_cmpts()'",
    { LDFLAGS: '-Wl,--no-as-needed -lstdc++fs' },
  ],
  ['x.cc:3:1: error: reference to ‘byte’ is ambiguous', { CXXFLAGS: '-std=gnu++14' }],
  [
    'FATAL ERROR: Reached heap limit - JavaScript heap out of memory',
    { NODE_OPTIONS: '--max-old-space-size=4096' },
  ],
])('variables: %s', (log, variables) => {
  expect(first(log)?.variables).toEqual(variables);
});

test('every match of a message adds to its fix', () => {
  const log =
    "error: 'memcpy' was not declared in this scope\nerror: 'sort' is not a member of 'std'";
  expect(first(log)?.variables).toEqual({ CXXFLAGS: '-include cstring -include algorithm' });
  expect(first("error: 'mine' was not declared in this scope")).toBeUndefined();
});

test('the code embeds what another build makes', () => {
  const log = 'web/main.go:65:12: pattern all:dist: no matching files found';
  expect(first(log)?.preparation).toEqual(['mkdir -p web/dist && touch web/dist/index.html']);
});

test('files that autotools generated get their order back', () => {
  const log = "WARNING: 'aclocal-1.15' is missing on your system.";
  expect(first(log)?.preparation[0]).toMatch(/aclocal\.m4.*configure.*Makefile\.in/);
});

test('a program of the system is none that the Makefile builds', () => {
  const log = 'fork/exec /usr/local/kubebuilder/bin/etcd: no such file or directory';
  expect(first(log)).toBeUndefined();
});

test.each([
  ['4.10.2', 1],
  ['5.4', 0],
])("the distribution's Gradle takes the place of %s that cannot be had", (version, toolchain) => {
  const fix = first(
    `Downloading https://services.gradle.org/distributions/gradle-${version}-all.zip\n\nException in thread "main" java.net.UnknownHostException: services.gradle.org`,
  );
  expect(fix).toMatchObject({ systemPackages: ['gradle'], toolchain });
});

test('old keys need a lenient OpenSSL', () => {
  const fix = first('ssl.SSLError: [SSL: EE_KEY_TOO_SMALL] ee key too small (_ssl.c:3486)');
  expect(fix?.variables).toHaveProperty('OPENSSL_CONF');
  expect(fix?.systemCommands[0]).toContain('SECLEVEL=0');
});

test.each([
  [
    "locale.setlocale(locale.LC_ALL, 'cs_CZ.UTF-8')\nlocale.Error: unsupported locale setting",
    'cs_CZ',
  ],
  ['setlocale: LC_ALL: cannot change locale (de_DE.UTF-8)', 'de_DE'],
  ['locale.Error: unsupported locale setting', 'en_US'],
])('the locale of %j is %s', (log, name) => {
  expect(first(log)?.systemCommands[0]).toContain(`s/^# *(${name}\\.UTF-8 )/\\1/`);
});

test('options of several fixes come together in one variable', () => {
  const log = 'main.go:1: error obtaining VCS status: exit status 128';
  const known = { ...NO_ADJUSTMENTS, variables: { GOFLAGS: '-p=1', TZ: 'UTC' } };
  const adjusted = first(log, known);
  expect(adjusted?.variables).toEqual({ GOFLAGS: '-p=1 -buildvcs=false', TZ: 'UTC' });
  expect(first(log, adjusted)).toBeUndefined();
});

test.each([
  ["AttributeError: module 'inspect' has no attribute 'getargspec'", -1],
  ["AttributeError: 'XTest' object has no attribute 'assertEquals'", -1],
  ["ModuleNotFoundError: No module named 'distutils'", -1],
  ['error: release version 6 not supported', -1],
  ['error: release version 17 not supported', 1],
  ['v8config.h:13:2: error: #error "C++20 or later required."', -1],
  ['TypeError: crypto$2.getRandomValues is not a function', 1],
  ["TypeError: 'type' object is not subscriptable", 1],
  ["ImportError: cannot import name 'Self' from 'typing'", 1],
  ['  CMake 3.22 or higher is required.  You are running version 3.18.4', 1],
])('another toolchain: %s', (log, toolchain) => {
  expect(first(log)?.toolchain).toBe(toolchain);
  expect(first(log)?.testPackages).toEqual([]);
});

test('files of the tree are in no package', () => {
  expect(first('fatal error: mypackage/x.h: No such file or directory')).toBeUndefined();
  expect(first('fatal error: mypackage.h: No such file or directory')).toBeUndefined();
});

test.each([
  ['To update, run: pip install --upgrade pip'],
  ['try `pip install mypackage` or pip install -r requirements.txt'],
])('no package: %s', (log) => {
  expect(first(log)).toBeUndefined();
});

test.each([
  ['  failed to fetch `https://github.com/rust-lang/crates.io-index`', 1],
  [
    'error: package `cargo-platform v0.1.8` cannot be built because it requires rustc 1.66 or newer',
    1,
  ],
  ['lock file version `4` was found, but this version of Cargo does not understand', 1],
  ['go: go.mod requires go >= 1.22.0 (running go 1.21.13; GOTOOLCHAIN=local)', 1],
  [
    'x/tools/internal/tokeninternal.go:64:9: invalid array length -delta * delta (constant -256',
    -1,
  ],
  ["ERROR: Package 'x' requires a different Python: 3.9.2 not in '>=3.10'", 1],
  ["AttributeError: module 'collections' has no attribute 'Callable'", -1],
  ['ReferenceError: primordials is not defined', -1],
  ['npm warn EBADENGINE Unsupported engine {', 1],
  ['Fatal error compiling: error: invalid target release: 17', 1],
  ['[ERROR] Source option 6 is no longer supported. Use 7 or later.', -1],
])('toolchain: %s', (log, toolchain) => {
  expect(first(log)?.toolchain).toBe(toolchain);
});

test.each<readonly [string, Partial<Adjustments>]>([
  [
    '*** Please tell me who you are.\n\nRun\n  git config --global user.email',
    {
      systemCommands: [
        'git config --system user.name RefBench',
        'git config --system user.email refbench@localhost',
      ],
    },
  ],
  [
    'TypeError: required field "type_ignores" missing from Module',
    { variables: { PYTEST_ADDOPTS: '--assert=plain' } },
  ],
  ['locale.Error: unsupported locale setting', { systemPackages: ['locales'] }],
  [
    'socket.gaierror: [Errno -8] Servname not supported for ai_socktype',
    { systemPackages: ['netbase'] },
  ],
  [
    'error: unused variable: `x`\nnote: `#[deny(unused)]` implied by `#[deny(warnings)]`',
    { variables: { RUSTFLAGS: '--cap-lints=warn' } },
  ],
  [
    "ninja: error: 'test/prefix/lib/libgmock.a', needed by 'test/run-tests', missing and no known rule to make it",
    {
      variables: {
        CMAKE_GENERATOR: 'Unix Makefiles',
        CMAKE_BUILD_PARALLEL_LEVEL: '2',
        REFBENCH_KEEP_GOING: '-k',
      },
    },
  ],
  [
    "code: 'ERR_OSSL_EVP_UNSUPPORTED'",
    { variables: { NODE_OPTIONS: '--openssl-legacy-provider' } },
  ],
  ['fork/exec ./bin/tool: no such file or directory', { preparation: ['make build'] }],
  ['    app_test.go:9: TOOL_BINARY must be set', { preparation: ['make build'] }],
  ["Error: Cannot find module './build/Release/x.node'\nbindings file", { installScripts: true }],
  ['No matching version found for a@^7.0.0 with an Enjoy By date of 1/7/2020', { undated: true }],
  [
    'Cannot access central (https://x/maven2) in offline mode and the artifact a:b:jar:1 has not been downloaded from it before.',
    { wholeSuite: true },
  ],
  ['> No cached version of a:b:1.0 available for offline mode.', { wholeSuite: true }],
  [
    'npm error command git --no-replace-objects ls-remote https://example.org/a/b.git',
    { variables: { REFBENCH_WITHOUT_GIT: '1' } },
  ],
  [
    'npm ERR! network request to https://api.github.com/repos/a/b/tarball/c failed, reason: getaddrinfo ENOTFOUND',
    { variables: { REFBENCH_WITHOUT_GIT: '1' } },
  ],
  [
    'error[E0310]: the parameter type `T` may not live long enough\n   --> /home/bench/.cargo/registry/src/index-1/old-0.3.22/src/a.rs:1:5',
    { undated: true },
  ],
  [
    'error Error: getaddrinfo ENOTFOUND github.com\ninfo Visit',
    { variables: { REFBENCH_WITHOUT_GIT: '1' } },
  ],
  [
    'error Command failed.\nExit code: 128\nCommand: git\nArguments: ls-remote --tags --heads https://github.com/a/b.git',
    { variables: { REFBENCH_WITHOUT_GIT: '1' } },
  ],
  [
    ' ERROR  Command failed with exit code 128: git ls-remote --refs git+ssh://git@example.org/a/b.git v1',
    { variables: { REFBENCH_WITHOUT_GIT: '1' } },
  ],
  [
    '➤ YN0001: │ a@github:b/c#v1: Failed listing refs',
    { variables: { REFBENCH_WITHOUT_GIT: '1' } },
  ],
  ['npm error code ENOVERSIONS\nnpm error No versions available for accepts', { undated: true }],
])('surroundings: %s', (log, fix) => {
  expect(first(log)).toMatchObject(fix);
});

test.each([
  ['npm error code E404\nnpm error 404 Not Found - GET https://registry.example/@a%2fb', '@a/b'],
  ['npm ERR! 404 Not Found - GET https://registry.example/a.b - Not found', 'a.b'],
  ['npm error notarget No matching version found for a@77.0.1.\n', 'a'],
  [' ERR_PNPM_NO_MATCHING_VERSION  No matching version found for @a/b@^7\n', '@a/b@^7'],
  ['npm ERR! notarget No matching version found for a@next.\n', 'a@next'],
  [' ERR_PNPM_FETCH_404  GET https://registry.example/@a%2Fb: Not Found - 404', '@a/b'],
  ['error Couldn\'t find package "@a/b" on the "npm" registry.', '@a/b'],
  ['error Couldn\'t find package "a@1.0" required by "b" on the "npm" registry.', 'a'],
  ['error Couldn\'t find any versions for "a" that matches "77.0.1"', 'a'],
  [
    'error Error: https://registry.example/@a/b/-/b-0.0.6.tgz: Request failed "404 Not Found"',
    '@a/b',
  ],
  [
    '➤ YN0035: │ @a/b@npm:0.0.6: The remote server failed to provide the requested resource',
    '@a/b',
  ],
  ['➤ YN0082: │ a@npm:77.0.1: No candidates found', 'a'],
])('a package that the registry does not have is left out: %s', (log, name) => {
  expect(first(log)).toMatchObject({ variables: { REFBENCH_WITHOUT_PACKAGES: name } });
});

test('all packages that the registry does not have are left out at once', () => {
  const log = 'error Couldn\'t find package "ab" on\nerror Couldn\'t find package "a" on\n';
  expect(first(log)?.variables).toEqual({ REFBENCH_WITHOUT_PACKAGES: 'ab a' });
});

test('a package that needs SSH is fetched without it first, and left out next', () => {
  const log = `npm ERR! /usr/bin/git ls-remote -h -t ssh://git@github.com/a/b.git
npm ERR! error: cannot run ssh: No such file or directory`;
  const [fetched, leftOut] = diagnoses(log, NO_ADJUSTMENTS, own);
  expect(fetched?.adjustments.systemCommands).toEqual([
    'git config --system --add url.https://github.com/.insteadOf ssh://git@github.com/',
    'git config --system --add url.https://github.com/.insteadOf git@github.com:',
    'git config --system --add url.https://github.com/.insteadOf git://github.com/',
  ]);
  expect(leftOut?.adjustments.variables).toEqual({ REFBENCH_WITHOUT_GIT: '1' });
});

test('modules of the project are not installed from elsewhere', () => {
  expect(first("ModuleNotFoundError: No module named 'mypackage'")).toBeUndefined();
});

test('no fix is tried twice, and a toolchain moves in one direction', () => {
  const log = '/usr/bin/ld: cannot find -lz';
  expect(first(log, first(log))).toBeUndefined();
  const newer = { ...NO_ADJUSTMENTS, toolchain: 1 };
  expect(first('ReferenceError: primordials is not defined', newer)).toBeUndefined();
});

test('each failure of a log is a diagnosis of its own', () => {
  const log = "cannot find -lz\nPlease tell me who you are\nNo module named 'imp'\n";
  const found = diagnoses(log, NO_ADJUSTMENTS, own).map(({ because }) => because);
  expect(found).toEqual([
    'the log shows that zlib1g-dev are missing',
    'the log shows that the code uses parts of Python that were removed since',
    'the log shows that git has no identity',
  ]);
});

test.each([
  '[ERROR] Model.java:[3,22] error: package javax.xml.bind does not exist',
  'Unsafe.java:[21,16] package sun.misc does not exist',
  'Could not find artifact com.sun:tools:jar:1.8 at specified path',
])('code that needs an older JDK: %s', (log) => {
  expect(first(log)?.toolchain).toBe(-1);
});

const SUBMODULES = ['spec/data', 'lib/c++'];

test.each([
  ["ENOENT: no such file, scandir '/testbed/spec/data/specs/'", ['spec/data']],
  ['cannot open lib/c++/x.h and spec/data', ['spec/data', 'lib/c++']],
  ['cannot open spec/database', []],
  ['cannot open myspec/data', []],
  ['nothing is missing', []],
])('of the log %j, the submodules %j are wanted', (log, submodules) => {
  const proposed = diagnoses(log, NO_ADJUSTMENTS, own, SUBMODULES);
  expect(proposed.map(({ adjustments }) => adjustments)).toEqual(
    submodules.length === 0 ? [] : [{ ...NO_ADJUSTMENTS, submodules }],
  );
});

test('submodules come first if the project asks for them', () => {
  const asks =
    'a.h:60:3: error: #error no data! ("git submodule update --init spec/data")\nb.cpp:1: error: only allowed in C99 mode';
  const other = 'b.cpp:1: error: these are only allowed in C99 mode\ncannot open spec/data';
  expect(diagnoses(asks, NO_ADJUSTMENTS, own, SUBMODULES)[0]?.adjustments.submodules).toEqual([
    'spec/data',
  ]);
  expect(diagnoses(other, NO_ADJUSTMENTS, own, SUBMODULES)[0]?.adjustments.submodules).toEqual([]);
});

test('a compiler that knows char8_t says nothing about the code', () => {
  const [first] = diagnoses('Checking char8_t: YES', NO_ADJUSTMENTS, own);
  expect(first).toBeUndefined();
});

test('a submodule is asked for once', () => {
  const known = { ...NO_ADJUSTMENTS, submodules: ['spec/data'] };
  expect(diagnoses('spec/data spec/data/x', known, own, SUBMODULES)).toEqual([]);
  const [more] = diagnoses('spec/data lib/c++/x', known, own, SUBMODULES);
  expect(more?.adjustments.submodules).toEqual(['spec/data', 'lib/c++']);
});

test.each([
  ['The following artifacts could not be resolved: a.org.app:part:jar:tests:1-SNAPSHOT', 'package'],
  ['\n[ERROR] dependency: a.org.app:part:jar:1-SNAPSHOT (compile)', 'package'],
  ['Failed to collect dependencies at b.org:young:jar:3.1-SNAPSHOT', undefined],
])('only a module of the same project needs to be packaged: %s', (missing, phase) => {
  const log = `[ERROR] Could not resolve dependencies for project a.org.app:all:jar:1-SNAPSHOT: ${missing}`;
  expect(first(log)?.variables['REFBENCH_MAVEN_PHASE']).toBe(phase);
});
