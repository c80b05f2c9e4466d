import { libraryPackages, withoutVersion } from '../native/libraries.ts';
import { isOwnPath } from './own-names.ts';

/** Maps missing headers and libraries to Debian packages. */
const SYSTEM_PACKAGES: readonly (readonly [missing: RegExp, packages: string])[] = [
  [/openssl|libssl|-lssl|-lcrypto/i, 'libssl-dev'],
  [/libffi|ffi\.h/i, 'libffi-dev'],
  [/libpq|pg_config/i, 'libpq-dev'],
  [/mysql/i, 'default-libmysqlclient-dev'],
  [/xmlsec|libxml(?!\+)|libxslt/i, 'libxml2-dev libxslt1-dev'],
  [/zlib|-lz\b/i, 'zlib1g-dev'],
  [/sqlite/i, 'libsqlite3-dev'],
  [/curl/i, 'libcurl4-openssl-dev'],
  [/yaml/i, 'libyaml-dev'],
  [/jpeg/i, 'libjpeg-dev'],
  [/libpng|png\.h/i, 'libpng-dev'],
  [/alsa/i, 'libasound2-dev'],
  [/fontconfig/i, 'libfontconfig-dev'],
  [/udev/i, 'libudev-dev'],
  [/wayland/i, 'libwayland-dev'],
  [/xkbcommon/i, 'libxkbcommon-dev'],
  [/X11|xcb/i, 'libx11-dev libxcb1-dev'],
  [/\bGL\b|GL\/gl|opengl/i, 'libgl-dev'],
  [/SDL2_?image/i, 'libsdl2-image-dev'],
  [/SDL2_?mixer/i, 'libsdl2-mixer-dev'],
  [/SDL2_?ttf/i, 'libsdl2-ttf-dev'],
  [/SDL2_?net/i, 'libsdl2-net-dev'],
  [/SDL2/i, 'libsdl2-dev'],
  [/SDL_?image/i, 'libsdl-image1.2-dev'],
  [/SDL_?mixer/i, 'libsdl-mixer1.2-dev'],
  [/SDL_?ttf/i, 'libsdl-ttf2.0-dev'],
  [/^sdl$|SDL\.h/i, 'libsdl1.2-dev'],
  [/^bits\/libc-header-start/, 'gcc-multilib'],
  [/^qml$|^quick$/, 'qtdeclarative5-dev'],
  [/^multimedia/, 'qtmultimedia5-dev'],
  [/^x11extras$/, 'libqt5x11extras5-dev'],
  [/^svg$/, 'libqt5svg5-dev'],
  [/^serialport$/, 'libqt5serialport5-dev'],
  [/^websockets$/, 'libqt5websockets5-dev'],
  [/protoc\b|protobuf/i, 'protobuf-compiler'],
  [/libclang|clang/i, 'clang libclang-dev'],
  [/cmake/i, 'cmake'],
  [/seccomp/i, 'libseccomp-dev'],
  [/btrfs/i, 'libbtrfs-dev'],
  [/oniguruma/i, 'libonig-dev'],
  [/^AX_/, 'autoconf-archive'],
  [
    /^AC_(PROG_LIBTOOL|DISABLE_(STATIC|SHARED)|ENABLE_(STATIC|SHARED)|LIBTOOL|LTDL)|^LT_|^AM_PROG_LIBTOOL/,
    'libtool',
  ],
  [/^PKG_|^AC_(MSG|DEFINE|CHECK|SUBST|ARG)/, 'pkg-config'],
  [/^IT_/, 'intltool'],
  [/^AM_(PROG|INIT|CONDITIONAL|SILENT)/, 'automake'],
  [/^FLEX$|^FL$/i, 'flex libfl-dev'],
  [/^AM_GNU_GETTEXT/, 'autopoint gettext'],
  [/gpgme/i, 'libgpgme-dev'],
  [/devmapper/i, 'libdevmapper-dev'],
  [/systemd/i, 'libsystemd-dev'],
  [/dbus/i, 'libdbus-1-dev'],
  [/glib-2|gobject|gio-2/i, 'libglib2.0-dev'],
  // What npm's package canvas compiles against.
  [
    /^pixman-1$/,
    'libpixman-1-dev libcairo2-dev libpango1.0-dev libjpeg-dev libgif-dev librsvg2-dev',
  ],
  [/cairo/i, 'libcairo2-dev'],
  [/pango/i, 'libpango1.0-dev'],
  [/gtk\+?-?3/i, 'libgtk-3-dev'],
  [/freetype/i, 'libfreetype-dev'],
  [/ncurses|curses\.h/i, 'libncurses-dev'],
  [/readline/i, 'libreadline-dev'],
  [/libgit2/i, 'libgit2-dev'],
  [/lzma/i, 'liblzma-dev'],
  [/bz2|bzlib/i, 'libbz2-dev'],
  [/zstd/i, 'libzstd-dev'],
  [/lz4/i, 'liblz4-dev'],
  [/snappy/i, 'libsnappy-dev'],
  [/boost/i, 'libboost-all-dev'],
  [/gtest|gmock/i, 'libgtest-dev libgmock-dev'],
  [/catch2?/i, 'catch2'],
  [/benchmark/i, 'libbenchmark-dev'],
  [/expat/i, 'libexpat1-dev'],
  [/libevent/i, 'libevent-dev'],
  [/libuv/i, 'libuv1-dev'],
  [/pcre2/i, 'libpcre2-dev'],
  [/pcre/i, 'libpcre3-dev'],
  [/gmp/i, 'libgmp-dev'],
  [/pcap/i, 'libpcap-dev'],
  [/rdkafka/i, 'librdkafka-dev'],
  [/leveldb/i, 'libleveldb-dev'],
  [/libusb/i, 'libusb-1.0-0-dev'],
  [/krb5|gssapi/i, 'libkrb5-dev'],
  [/ldap|lber/i, 'libldap2-dev libsasl2-dev'],
];

/** Maps shared libraries that programs load to Debian packages. */
const SHARED_LIBRARIES: readonly (readonly [missing: RegExp, packages: string])[] = [
  [/^libGL\.so/, 'libgl1'],
  [/^libgthread|^libglib|^libgobject|^libgio/, 'libglib2.0-0'],
  [/^libgomp/, 'libgomp1'],
  [/^libxml2/, 'libxml2'],
  [/^libpq/, 'libpq5'],
  [/^libmagic/, 'libmagic1'],
  [/^libsndfile/, 'libsndfile1'],
  [/^libSM|^libICE/, 'libsm6'],
  [/^libXext/, 'libxext6'],
  [/^libXrender/, 'libxrender1'],
  [/^libnss3|^libnspr4/, 'libnss3'],
  [/^libatomic/, 'libatomic1'],
  [/^libgfortran/, 'libgfortran5'],
];

/** Further messages about what is missing, which do not say what kind of file it is. */
const MISSING_SYSTEM: readonly RegExp[] = [
  /The system library `([\w.+-]+)` required by crate/,
  /Could NOT find ([\w]+)/,
  /possibly undefined macro: ((?:A[XMC]|LT|PKG|IT)_\w+)/,
  /(PKG_(?:PROG|CHECK)_\w+): command not found/,
  /links to target "(\w+)::[\w:]+" but the target/,
  /make sure the (lib\w+)\b/,
  /[Cc]ould not find the ([\w+-]+) library/,
  /Unknown module\(s\) in QT: (\w+)/,
  /"--cflags" "([\w.+-]+)"/,
  /--libs --cflags ([\w.+-]+)/,
  /library files could not be found for (\w+)/,
  /could not find system library '([\w.+-]+)' required by/,
  /(?:[Uu]nable|failed) to find (libclang)/,
  /Could not find `(protoc)`/,
  /(pg_config|mysql_config|protoc|cmake|libclang[\w.]*)[^\n]{0,40}(?:not found|couldn't find|No such file)/i,
];

/** Commands that tests call, and their Debian packages. */
const COMMANDS: Readonly<Record<string, string>> = {
  autopoint: 'autopoint',
  bc: 'bc',
  bison: 'bison',
  bzip2: 'bzip2',
  cmake: 'cmake',
  curl: 'curl',
  doxygen: 'doxygen',
  expect: 'expect',
  file: 'file',
  flex: 'flex libfl-dev',
  gperf: 'gperf',
  gpg: 'gnupg',
  'g++': 'g++',
  gcc: 'gcc libc6-dev',
  graphviz: 'graphviz',
  dot: 'graphviz',
  ffmpeg: 'ffmpeg',
  hg: 'mercurial',
  ip: 'iproute2',
  java: 'default-jre-headless',
  jq: 'jq',
  help2man: 'help2man',
  less: 'less',
  lsof: 'lsof',
  m4: 'm4',
  makeinfo: 'texinfo',
  man: 'man-db',
  msgfmt: 'gettext',
  node: 'nodejs',
  openssl: 'openssl',
  pandoc: 'pandoc',
  perl: 'perl',
  python: 'python-is-python3',
  'pkg-config': 'pkg-config',
  ps: 'procps',
  protoc: 'protobuf-compiler',
  'redis-server': 'redis-server',
  rsync: 'rsync',
  ruby: 'ruby',
  ssh: 'openssh-client',
  'ssh-keygen': 'openssh-client',
  sqlite3: 'sqlite3',
  svn: 'subversion',
  tmux: 'tmux',
  unzip: 'unzip',
  vim: 'vim-tiny',
  wget: 'wget',
  xz: 'xz-utils',
  yacc: 'bison',
  zip: 'zip',
  zsh: 'zsh',
};

/** The end of the path of a file that a missing thing is, where its message says what kind of thing it is. */
const MISSING_FILES: readonly (readonly [message: RegExp, path: (name: string) => string])[] = [
  [/fatal error: ([\w./+-]+): No such file or directory/, (name) => `/${name}`],
  [
    /(?:error while loading shared libraries|ImportError): (lib[\w.+-]+\.so[\d.]*)/,
    (name) => `/${name}`,
  ],
  [/cannot find (-l[\w+-]+(?:\.\d+)?)/, (name) => `/lib${name.slice(2)}.so`],
  [
    /[Pp]ackage '?(?!was\b)([\w.+-]+)'?,? (?:required by [^\n]*)?(?:was )?not found/,
    (name) => `/${name}.pc`,
  ],
  [/No package '([\w.+-]+)' found/, (name) => `/${name}.pc`],
  [/[Dd]ependency ['"]?([\w.+-]+)['"]? (?:not found|found: NO)/, (name) => `/${name}.pc`],
  [/package configuration file provided by "([\w.+-]+)"/, (name) => `/${name}Config.cmake`],
  [
    /\b([a-z][\w.]*-config)\b[^\n]{0,60}(?:not found|No such file|could not|cannot)/i,
    (name) => `/bin/${name}`,
  ],
  [/Could not run ([\w-]+-config)/, (name) => `/bin/${name}`],
  [/checking for ([\w./-]+\.h)\.\.\. no\n(?:[^\n]*\n){0,2}configure: error/, (name) => `/${name}`],
  [
    /checking for \w+ in (-l[\w+-]+)\.\.\. no\n(?:[^\n]*\n){0,2}configure: error/,
    (name) => `/lib${name.slice(2)}.so`,
  ],
  [
    /(?:sh|bash): (?:line )?(?:\d+: )?([a-z][\w.-]+): (?:command )?not found/,
    (name) => `/bin/${name}`,
  ],
  [/exec: "([\w.-]+)": executable file not found/, (name) => `/bin/${name}`],
  [/cannot load such file -- ([\w-]+(?:\/[\w-]+)*)\b/, (name) => `/${name}.rb`],
  [/spawn(?:Sync)? ([\w.-]+) ENOENT/, (name) => `/bin/${name}`],
  [/Can't exec "([\w.-]+)"/, (name) => `/bin/${name}`],
  [/unable to execute '([\w.-]+)'/, (name) => `/bin/${name}`],
  [/Cannot run program "([\w.-]+)"/, (name) => `/bin/${name}`],
  [/Program ['"]?([\w.+-]+)['"]? (?:found: NO|not found)/, (name) => `/bin/${name}`],
  [/Can't locate ([\w/]+\.pm) in @INC/, (name) => `/share/perl5/${name}`],
];

/** Commands that another word for them names. */
const NAMED_COMMANDS: readonly (readonly [message: RegExp, packages: string])[] = [
  [/No CMAKE_CXX_COMPILER could be found|g\+\+: (?:command )?not found/, 'g++'],
  [
    /No CMAKE_C_COMPILER could be found|linker `cc` not found|C compiler "(?:gcc|cc)" not found|unable to execute '?(?:x86_64-linux-gnu-)?gcc|command '(?:x86_64-linux-gnu-)?gcc' failed: No such file/,
    'gcc libc6-dev',
  ],
  [
    /The pkg-config command could not be found|Did not find pkg-config|pkg-config: not found|pkg-config (?:script|program)[^\n]*could not be found/,
    'pkg-config',
  ],
  [/gyp ERR! find Python[^]*(?:not set|should be >=)/, 'python3 make g++'],
  // This node-gyp does not work with Python 3.
  [/Can't find Python executable "python"/, 'python-is-python2 make g++'],
  [/required file '\S*ltmain\.sh' not found/, 'libtool'],
  [/is not a valid python or it is missing setuptools/, 'python3-setuptools'],
  [/python is missing modules: packaging/, 'python3-packaging'],
  [/need tcl \d[\d.]* or newer/, 'tcl'],
  [
    /No lapack\/blas resources found|Lapack[^\n]*not found/,
    'libopenblas-dev liblapack-dev gfortran',
  ],
  [/'git' was not found/, 'git'],
  [/checking for flex\.\.\. no\b/, 'flex libfl-dev'],
  [/checking for bison\.\.\. no\b/, 'bison'],
  [/no acceptable C compiler found|C compiler cannot create executables/, 'gcc libc6-dev'],
  [/corresponding to "Ninja"/, 'ninja-build'],
  [/corresponding to "Unix Makefiles"/, 'make'],
  [/No module named '?_?tkinter/i, 'python3-tk'],
  [/failed to find libmagic/, 'libmagic1'],
  [/sndfile library not found/, 'libsndfile1'],
  [/[Cc]ould not find (?:the )?GDAL library|Unable to find GDAL/, 'libgdal-dev'],
  [/Could not find (?:lib|library) geos/, 'libgeos-dev'],
  [/tesseract is not installed/, 'tesseract-ocr'],
  [/[Ii]s poppler installed/, 'poppler-utils'],
  [
    /cannot load library '(?:lib)?(?:gobject|pango)/,
    'libpango-1.0-0 libpangocairo-1.0-0 libpangoft2-1.0-0',
  ],
  [/no library called "cairo|cannot load library '(?:lib)?cairo/, 'libcairo2'],
  [/Could not find directory of OpenSSL installation/, 'libssl-dev pkg-config'],
  [/Could NOT find Boost \(missing:/, 'libboost-all-dev'],
  [/syntax error near unexpected token [^]{0,200}PKG_(?:CHECK|PROG)/, 'pkg-config'],
  [/can't find Rust compiler|cargo, the Rust package manager, is not installed/, 'rustc cargo'],
];

/** Further messages about commands. */
const MISSING_COMMAND =
  /(?:sh|bash)?:?\s*(?:line \d+: |\d+: )?([a-z][\w-]*): (?:command )?not found|No such file or directory: '([\w-]+)'|unable to execute '?([\w-]+)|is `([\w-]+)` not installed|make(?:\[\d+\])?: ([\w-]+): (?:No such file|Command not found)|env: [‘']?([\w-]+)[’']?: No such file/g;

/**
 * Lists Debian packages with what a log names as missing: headers, libraries and commands.
 * @param own - Names that the tree itself defines.
 */
export function missingSystemPackages(log: string, own: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  const named = [
    ...namesIn(log, MISSING_SYSTEM).map((name) => packagesOf(name, own)),
    ...filesIn(log).map((file) => packagesOfFile(file, own)),
  ];
  for (const one of named.flat()) found.add(one);
  for (const [message, packages] of NAMED_COMMANDS) {
    if (message.test(log)) for (const one of packages.split(' ')) found.add(one);
  }
  for (const [, names = ''] of log.matchAll(
    /\bapt(?:-get)? install (?:-\S+ )*((?:[a-z0-9][a-z0-9.+-]+ ?)+)/g,
  )) {
    for (const one of names.trim().split(' ')) found.add(one);
  }
  for (const name of listedNames(log)) for (const one of packagesOf(name, own)) found.add(one);
  for (const [, ...names] of log.matchAll(MISSING_COMMAND)) {
    const name = names.find((one) => one !== undefined);
    const packages = name === undefined ? undefined : COMMANDS[name];
    for (const one of packages?.split(' ') ?? []) found.add(one);
  }
  return [...found];
}

/** Names below a heading: modules that pkg-config lacks, and variables of CMake that are not found. */
function listedNames(log: string): readonly string[] {
  const modules =
    /required packages were not found:\n((?:\s*\n|\s*- \S+\s*\n?)+)/.exec(log)?.[1] ?? '';
  const variables =
    /set to NOTFOUND\.\n[^\n]*\n((?:\s*[\w/.() -]+\n|\s+(?:linked|used) [^\n]*\n?)+)/.exec(
      log,
    )?.[1] ?? '';
  return [
    ...[...modules.matchAll(/- ([\w.+-]+)/g)].map(([, name = '']) => withoutVersion(name)),
    ...[...variables.matchAll(/^(?:\S*\/)?([A-Z][A-Z0-9_]+)(?: \(ADVANCED\))?$/gm)].map(
      ([, name = '']) => name.toLowerCase().replace(/_(include_dirs?|librar(y|ies)|libs?)$/, ''),
    ),
  ];
}

/**
 * Lists what a log names as missing and no table knows, as the ends of paths: `/zmq.h`, `/bin/xmllint`. The
 * distribution's index says which package has such a file.
 * @param own - Names that the tree itself defines.
 */
export function missingFiles(log: string, own: ReadonlySet<string>): readonly string[] {
  const unknown = filesIn(log).filter(
    (file) => packagesOfFile(file, own).length === 0 && !isOwnPath(file.name, own),
  );
  return [...new Set(unknown.map(({ path }) => path))].slice(0, MAX_FILES);
}

/** What a log names as missing, and the end of the path of its file. */
interface MissingFile {
  readonly name: string;
  readonly path: string;
}

function filesIn(log: string): readonly MissingFile[] {
  return MISSING_FILES.flatMap(([message, pathOf]) =>
    namesIn(log, [message]).map((name) => ({ name, path: pathOf(name) })),
  );
}

function namesIn(log: string, messages: readonly RegExp[]): readonly string[] {
  return messages.flatMap((message) =>
    [...log.matchAll(new RegExp(message, 'g'))].map(([, name = '']) => name),
  );
}

/** The packages of the table: commands are known by their exact name, except those that describe a library. */
function packagesOfFile({ name, path }: MissingFile, own: ReadonlySet<string>): readonly string[] {
  if (path.endsWith('.rb')) return [];
  if (!path.startsWith('/bin/')) return packagesOf(name, own);
  const command = COMMANDS[name]?.split(' ');
  return command ?? (/[-_]config$/.test(name) ? packagesOf(name, own) : []);
}

/** A log that names more is about something else. */
const MAX_FILES = 8;

function packagesOf(name: string, own: ReadonlySet<string>): readonly string[] {
  const isShared = /\.so[\d.]*$/.test(name);
  const similar = (isShared ? SHARED_LIBRARIES : SYSTEM_PACKAGES).find(([missing]) =>
    missing.test(name),
  );
  // A header is named by its folder or by its file. The project's own are not in a package.
  const ends = [/^-l/, /\/.*$|\.h(pp)?$/g, /^.*\/|\.h(pp)?$/g];
  const names = ends.map((end) => name.replace(end, '')).filter((one) => !own.has(one));
  const exact = isShared ? [] : libraryPackages(names);
  return exact.length > 0 ? exact : (similar?.[1].split(' ') ?? []);
}
