import type { Adjustments } from './adjustments.ts';
import { libraryPackages } from './native/libraries.ts';

/** A known failure and its fix. */
export interface Diagnosis {
  readonly adjustments: Adjustments;
  /** What the log shows, as a reason for the adjustments. */
  readonly because: string;
}

/** Maps missing headers and libraries to Debian packages. */
const SYSTEM_PACKAGES: readonly (readonly [missing: RegExp, packages: string])[] = [
  [/openssl|libssl|-lssl|-lcrypto/i, 'libssl-dev'],
  [/libffi|ffi\.h/i, 'libffi-dev'],
  [/libpq|pg_config/i, 'libpq-dev'],
  [/mysql/i, 'default-libmysqlclient-dev'],
  [/xmlsec|libxml|libxslt/i, 'libxml2-dev libxslt1-dev'],
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
  [/SDL2/i, 'libsdl2-dev'],
  [/protoc\b|protobuf/i, 'protobuf-compiler'],
  [/libclang|clang/i, 'clang libclang-dev'],
  [/cmake/i, 'cmake'],
  [/seccomp/i, 'libseccomp-dev'],
  [/btrfs/i, 'libbtrfs-dev'],
  [/oniguruma/i, 'libonig-dev'],
  [/^AX_/, 'autoconf-archive'],
  [/^AM_GNU_GETTEXT/, 'autopoint gettext'],
];

/** Messages of builds about missing system dependencies. The first group is the name. */
const MISSING_SYSTEM: readonly RegExp[] = [
  /fatal error: ([\w./+-]+\.h(?:pp)?): No such file or directory/,
  /cannot find (-l[\w+-]+)/,
  /Package '?([\w.+-]+)'?,? (?:required by [^\n]*)?(?:was )?not found/,
  /The system library `([\w.+-]+)` required by crate/,
  /Could NOT find ([\w]+)/,
  /package configuration file provided by "([\w.+-]+)"/,
  /No package '([\w.+-]+)' found/,
  /[Dd]ependency ['"]?([\w.+-]+)['"]? not found/,
  /possibly undefined macro: (A[XM]_\w+)/,
  /(pg_config|mysql_config|protoc|cmake|libclang[\w.]*)[^\n]{0,40}(?:not found|couldn't find|No such file)/i,
];

/** Commands that tests call, and their Debian packages. */
const COMMANDS: Readonly<Record<string, string>> = {
  autopoint: 'autopoint',
  bc: 'bc',
  bison: 'bison',
  bzip2: 'bzip2',
  curl: 'curl',
  expect: 'expect',
  file: 'file',
  gpg: 'gnupg',
  hg: 'mercurial',
  jq: 'jq',
  less: 'less',
  lsof: 'lsof',
  makeinfo: 'texinfo',
  msgfmt: 'gettext',
  rsync: 'rsync',
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

const MISSING_COMMAND =
  /(?:sh|bash)?:?\s*(?:line \d+: |\d+: )?([a-z][\w-]*): (?:command )?not found|exec: "([\w-]+)": executable file not found|No such file or directory: '([\w-]+)'|spawn ([\w-]+) ENOENT/g;

/** Python modules whose package has another name. */
const PYTHON_PACKAGES: Readonly<Record<string, string>> = {
  yaml: 'pyyaml',
  PIL: 'pillow',
  cv2: 'opencv-python-headless',
  sklearn: 'scikit-learn',
  bs4: 'beautifulsoup4',
  dateutil: 'python-dateutil',
  attr: 'attrs',
  mock: 'mock',
  pkg_resources: 'setuptools<81',
  git: 'gitpython',
  jwt: 'pyjwt',
  docutils: 'docutils',
};

/**
 * Searches the log of a failed attempt for failures with a known fix. Returns undefined if there is
 * no new one. The result depends only on the arguments, so the same log always leads to the same next
 * attempt.
 */
export function diagnose(
  log: string,
  known: Adjustments,
  own: ReadonlySet<string>,
): Diagnosis | undefined {
  const system = missingSystemPackages(log, own).filter(
    (name) => !known.systemPackages.includes(name),
  );
  if (system.length > 0) {
    return {
      adjustments: { ...known, systemPackages: [...known.systemPackages, ...system] },
      because: `the log shows that ${system.join(', ')} are missing`,
    };
  }
  const tests = missingTestPackages(log, own).filter((name) => !known.testPackages.includes(name));
  if (tests.length > 0) {
    return {
      adjustments: { ...known, testPackages: [...known.testPackages, ...tests] },
      because: `tests import ${tests.join(', ')}, which no manifest lists`,
    };
  }
  if (
    !known.undated &&
    /missing an upload date|exclude-newer|with a date before|ENOVERSIONS/i.test(log)
  ) {
    return {
      adjustments: { ...known, undated: true },
      because: 'packages are not available as of the date of the commit',
    };
  }
  if (
    !known.installScripts &&
    /node-gyp-build|\.node'|prebuilds|bindings file|postinstall/i.test(log)
  ) {
    return {
      adjustments: { ...known, installScripts: true },
      because: 'a package needs its install script',
    };
  }
  return undefined;
}

function missingSystemPackages(log: string, own: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  for (const pattern of MISSING_SYSTEM) {
    for (const [, name = ''] of log.matchAll(new RegExp(pattern, 'g'))) {
      // A header is named by its folder or by its file. The project's own are not in a package.
      const ends = [/^-l/, /\/.*$|\.h(pp)?$/g, /^.*\/|\.h(pp)?$/g];
      const names = ends.map((end) => name.replace(end, '')).filter((one) => !own.has(one));
      const exact = libraryPackages(names);
      const similar = SYSTEM_PACKAGES.find(([missing]) => missing.test(name))?.[1].split(' ') ?? [];
      for (const one of exact.length > 0 ? exact : similar) found.add(one);
    }
  }
  for (const [, ...names] of log.matchAll(MISSING_COMMAND)) {
    const name = names.find((one) => one !== undefined);
    const one = name === undefined ? undefined : COMMANDS[name];
    if (one !== undefined) found.add(one);
  }
  return [...found];
}

function missingTestPackages(log: string, own: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  for (const [, module = ''] of log.matchAll(
    /ModuleNotFoundError: No module named '([A-Za-z_]\w*)/g,
  )) {
    // The project's own modules are not in a registry.
    if (!own.has(module)) found.add(PYTHON_PACKAGES[module] ?? module.replaceAll('_', '-'));
  }
  for (const [, fixture = ''] of log.matchAll(/fixture '(\w+)' not found/g)) {
    const plugin = {
      mocker: 'pytest-mock',
      benchmark: 'pytest-benchmark',
      httpserver: 'pytest-httpserver',
      freezer: 'pytest-freezer',
      requests_mock: 'requests-mock',
      datadir: 'pytest-datadir',
      subtests: 'pytest-subtests',
    }[fixture];
    if (plugin !== undefined) found.add(plugin);
  }
  for (const [, name = ''] of log.matchAll(
    /'(ts-node|@babel\/register|@swc\/register|esbuild-register|tsx)' (?:is required|cannot be found)|Cannot find (?:module|package) '(?:ts-node)'/g,
  )) {
    found.add(name === '' ? 'ts-node' : name);
  }
  return [...found];
}
