import type { KnownFailure } from './known-failure.ts';

/** The headers of C++ that newer compilers no longer include by themselves, and what they declare. */
const HEADERS: Readonly<Record<string, string>> = {
  algorithm:
    'all_of any_of count_if find_if for_each max_element min_element none_of remove_if sort',
  array: 'array',
  cfloat: 'DBL_EPSILON DBL_MAX DBL_MIN FLT_EPSILON FLT_MAX FLT_MIN',
  climits: 'CHAR_BIT INT_MAX INT_MIN LONG_MAX LONG_MIN PATH_MAX UINT_MAX ULONG_MAX',
  cmath: 'fabs floor fmod isnan pow sqrt',
  cinttypes: 'PRIu32 PRIu64 PRId64 PRIx64 PRIuPTR',
  cstddef: 'ptrdiff_t',
  cstdint:
    'INT8_MAX INT16_MAX INT32_MAX INT32_MIN INT64_MAX INT64_MIN INTPTR_MAX SIZE_MAX UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX UINTPTR_MAX',
  cstdio: 'fopen fprintf printf snprintf sprintf stderr',
  cstdlib: 'abort atoi calloc exit free getenv malloc realloc strtol',
  cstring:
    'memcmp memcpy memmove memset strcmp strcpy strdup strerror strlen strncmp strncpy strstr',
  filesystem: 'filesystem',
  functional: 'bind function reference_wrapper',
  iomanip: 'setfill setprecision setw',
  limits: 'numeric_limits',
  memory: 'make_shared make_unique shared_ptr unique_ptr',
  mutex: 'lock_guard mutex unique_lock',
  optional: 'nullopt optional',
  stdexcept: 'invalid_argument logic_error out_of_range runtime_error',
  string: 'stoi string to_string',
  string_view: 'string_view',
  thread: 'this_thread',
  'unistd.h':
    'access chdir close dup dup2 fork getcwd getpid isatty lseek pipe read rmdir sleep unlink usleep write',
  utility: 'exchange forward pair',
  variant: 'variant',
  vector: 'vector',
};

const HEADER_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(HEADERS).flatMap(([header, names]) =>
    names.split(' ').map((name) => [name, header] as const),
  ),
);

/** `cstdint` is `stdint.h` in C. Most headers of C++ have no counterpart there. */
function headerOfC(header: string): string | undefined {
  const name = /^c(\w+)$/.exec(header)?.[1];
  return name === undefined ? undefined : `${name}.h`;
}

/** Functions by which the linker names a library of the system that is missing. */
const LIBRARY_FUNCTIONS: Readonly<Record<string, string>> = {
  atomic: '__atomic_\\w+',
  dl: 'dl(?:open|sym|close|error)',
  m: 'a?(?:sin|cos|tan)|pow|sqrt|floor|ceil|log|exp|fmod',
  pthread: 'pthread_\\w+|sem_\\w+',
  rt: 'clock_gettime|shm_\\w+|timer_\\w+',
};

/** Of several standards of C++, a compiler takes the last. */
function standardOf(year: string): Readonly<Record<string, string>> {
  return { CXXFLAGS: `-std=gnu++${year}` };
}

/** Gives files that autotools generated the order in which they were made. */
const TOUCH_GENERATED = ['aclocal.m4', 'configure config.h.in', 'Makefile.in']
  .map((names) =>
    names
      .split(' ')
      .map((name) => `-name ${name}`)
      .join(' -o '),
  )
  .map((names) => `find . '(' ${names} ')' -exec touch {} + && sleep 1`)
  .join(' && ');

/** Messages of compilers and linkers of C and C++, of CMake and of Ninja. */
export const NATIVE_FAILURES: readonly KnownFailure[] = [
  {
    message: /multiple definition of [`‘'][^]{0,200}first defined here/,
    cause: 'a newer gcc keeps common symbols apart',
    fix: { variables: { CFLAGS: '-fcommon', CXXFLAGS: '-fcommon' } },
  },
  // Before the messages about missing names, which stand beside this one.
  {
    message: /is only available from C\+\+(14|17|20|23) onwards/,
    cause: 'the code needs a newer standard of C++',
    fix: ([, standard = '17']) => ({ variables: standardOf(standard) }),
  },
  {
    message: /is defined in header [‘'`]<(\w+)>/,
    cause: 'a newer compiler includes fewer headers by itself',
    fix: ([, header = '']) => ({ variables: { CXXFLAGS: `-include ${header}` } }),
  },
  {
    message:
      /[‘'`](?:std::)?u?int\d+_t[’'`] (?:was not declared|does not name a type|has not been declared|is not a member)|no type named 'u?int\d+_t'/,
    cause: 'a newer compiler includes fewer headers by itself',
    fix: { variables: { CXXFLAGS: '-include cstdint' } },
  },
  {
    message: /unknown type name [‘'`]u?int\d+_t/,
    cause: 'a newer compiler includes fewer headers by itself',
    fix: { variables: { CFLAGS: '-include stdint.h', CXXFLAGS: '-include cstdint' } },
  },
  {
    message:
      /[‘'`](?:std::)?(\w+)[’'`] (?:was not declared in this scope|is not a member of [‘'`]std|has not been declared|undeclared)|no (?:member|template) named '(\w+)' in namespace 'std'|[‘'`](\w+)[’'`] in namespace [‘'`]std[’'`] does not name a/,
    cause: 'a newer compiler includes fewer headers by itself',
    fix: (match) => {
      const name = match.slice(1).find((one) => one !== undefined) ?? '';
      const header = HEADER_OF.get(name);
      if (header === undefined) return {};
      // Compilers of C++ say "not declared".
      if (!match[0].endsWith('undeclared'))
        return { variables: { CXXFLAGS: `-include ${header}` } };
      const ofC = headerOfC(header);
      return ofC === undefined ? {} : { variables: { CFLAGS: `-include ${ofC}` } };
    },
  },
  {
    message: /MINSIGSTKSZ|SIGSTKSZ/,
    cause: 'this release of Catch or doctest does not know the size of a stack for signals',
    fix: {
      variables: {
        CXXFLAGS: '-DCATCH_CONFIG_NO_POSIX_SIGNALS -DDOCTEST_CONFIG_NO_POSIX_SIGNALS',
      },
    },
  },
  {
    message:
      /defined by <sys\/sysmacros\.h>|undefined reference to [`‘']g?n?u?_?dev_(?:major|minor)/,
    cause: 'a newer library of C includes fewer headers by itself',
    fix: {
      variables: { CFLAGS: '-include sys/sysmacros.h', CXXFLAGS: '-include sys/sysmacros.h' },
    },
  },
  {
    message: /xlocale\.h: No such file/,
    cause: 'the header xlocale.h has become a part of locale.h',
    fix: { systemCommands: ['ln -sf locale.h /usr/include/xlocale.h'] },
  },
  {
    message: /rpc\/\w+\.h: No such file/,
    cause: 'the library of C no longer has remote procedure calls',
    fix: {
      systemPackages: ['libtirpc-dev'],
      variables: { CFLAGS: '-I/usr/include/tirpc', CXXFLAGS: '-I/usr/include/tirpc' },
    },
  },
  {
    message:
      /error: [^\n]*\[-W(?:implicit-function-declaration|implicit-int|incompatible-pointer-types|int-conversion|return-mismatch)\]/,
    cause: 'a newer gcc takes old habits of C for errors',
    fix: { variables: { CFLAGS: '-fpermissive -Wno-error' } },
  },
  {
    message: /error: [^\n]*\[-fpermissive\]/,
    cause: 'a newer compiler takes old habits of C++ for errors',
    fix: { variables: { CXXFLAGS: '-fpermissive' } },
  },
  {
    message:
      /C\+\+ versions less than C\+\+(14|17) are not supported|requires (?:at least )?C\+\+(14|17|20)\b/,
    cause: 'a library needs a newer standard of C++',
    fix: ([, least, required]) => ({ variables: standardOf(least ?? required ?? '17') }),
  },
  {
    message:
      /requires? compiler and library support for the ISO C\+\+ 2011|only available with -std=c\+\+11/,
    cause: 'the code needs C++11',
    fix: { variables: standardOf('11') },
  },
  {
    message:
      /ISO C\+\+1[17] does not allow (?:dynamic exception specifications|[‘'`]?register)|(?:random_shuffle|auto_ptr|unary_function|binary_function|mem_fun|bind1st|bind2nd|ptr_fun)[’'] (?:is not a member of|in namespace) [‘']std/,
    cause: 'the code uses parts of C++ that were removed since',
    fix: { variables: standardOf('14') },
  },
  {
    message:
      /reference to [‘'](?:byte|data|size|hash|array|function|ref|bind|clamp|gcd|lcm|exchange)[’'] is ambiguous/,
    cause: 'the code uses names that the library of C++ has had since',
    fix: { variables: standardOf('14') },
  },
  {
    message:
      /C\+\+20 says that these are ambiguous|error: .*\bchar8_t\b|[‘'](?:result_of|is_literal_type|is_pod_v|uncaught_exception)[’'] is not a member of [‘']std|no template named '(?:result_of|is_literal_type)'/,
    cause: 'the code is older than C++20',
    fix: { variables: standardOf('17') },
  },
  {
    message: /are only allowed in C99 mode/,
    cause: 'the code needs C99',
    fix: { variables: { CFLAGS: '-std=gnu99' } },
  },
  {
    message: /cannot be defined via [‘']typedef|[‘'](?:bool|true|false|nullptr)[’'] is a keyword/,
    cause: 'the code is older than C23',
    fix: { variables: { CFLAGS: '-std=gnu17' } },
  },
  {
    message: /error: narrowing conversion of /,
    cause: 'a newer compiler takes narrowing conversions for errors',
    fix: { variables: { CXXFLAGS: '-Wno-narrowing' } },
  },
  {
    message: /DSO missing from command line/,
    cause: 'the linker no longer looks into the libraries of libraries',
    fix: { variables: { LDFLAGS: '-Wl,--copy-dt-needed-entries' } },
  },
  ...Object.entries(LIBRARY_FUNCTIONS).map(([library, functions]) => ({
    message: new RegExp(`undefined reference to [\`‘'](?:${functions})['’]`),
    cause: `the library ${library} is not linked`,
    fix: { variables: { LDFLAGS: `-Wl,--no-as-needed -l${library}` } },
  })),
  {
    message: /undefined reference to [`‘']std::(?:\w+::)*filesystem::/,
    cause: 'this compiler has file systems in a library of their own',
    fix: { variables: { LDFLAGS: '-Wl,--no-as-needed -lstdc++fs' } },
  },
  {
    message: /[‘'`]SIOCGSTAMP(?:NS)?[’'] (?:undeclared|was not declared)/,
    cause: 'a newer Linux has moved a constant to another header',
    fix: {
      variables: { CFLAGS: '-include linux/sockios.h', CXXFLAGS: '-include linux/sockios.h' },
    },
  },
  {
    message: /'(?:aclocal|automake|autoconf|autoheader)[-\d.]*' is missing on your system/,
    cause: 'make takes generated files for old, because git does not keep their times',
    fix: { preparation: [TOUCH_GENERATED] },
  },
  {
    message: /internal compiler error: Killed|Killed signal terminated program/,
    cause: 'compilers need too much memory at a time',
    fix: { variables: { CMAKE_BUILD_PARALLEL_LEVEL: '1', MAKEFLAGS: '-j1' } },
  },
  {
    message: /recompile with -fPI[CE]/,
    cause: 'a newer linker needs code that can be moved',
    fix: { variables: { CFLAGS: '-fPIC', CXXFLAGS: '-fPIC' } },
  },
  {
    message: /Compatibility with CMake < 3\.\d+ has been removed/,
    cause: 'a newer CMake refuses projects for old ones',
    fix: { variables: { CMAKE_POLICY_VERSION_MINIMUM: '3.5' } },
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
    message: /error: .*\[-Werror[,=\]]|all warnings being treated as errors/,
    cause: 'warnings of the compiler count as errors',
    fix: { variables: { CFLAGS: '-Wno-error', CXXFLAGS: '-Wno-error' } },
  },
];
