/**
 * Libraries and tools by the names that build files use for them: CMake packages, pkg-config modules,
 * names after `-l`, and folders of submodules. All packages exist in Debian 11, 12 and 13.
 */
const LIBRARIES: readonly (readonly [names: string, packages: string])[] = [
  ['gtest gmock googletest googlemock gtest_main', 'googletest libgtest-dev libgmock-dev'],
  ['catch2 catch', 'catch2'],
  ['doctest', 'doctest-dev'],
  ['benchmark googlebenchmark google_benchmark', 'libbenchmark-dev'],
  ['check', 'check'],
  ['cmocka', 'libcmocka-dev'],
  ['cpputest', 'cpputest libcpputest-dev'],
  ['cppunit', 'libcppunit-dev'],
  ['cunit', 'libcunit1-dev'],
  ['criterion', 'libcriterion-dev'],
  ['absl abseil-cpp abseil', 'libabsl-dev'],
  ['asio', 'libasio-dev'],
  ['bison', 'bison'],
  ['boost', 'libboost-dev'],
  ['brotli libbrotlidec libbrotlienc', 'libbrotli-dev'],
  ['bzip2 bz2', 'libbz2-dev'],
  ['cap libcap', 'libcap-dev'],
  ['c-ares cares libcares', 'libc-ares-dev'],
  ['cjson libcjson', 'libcjson-dev'],
  ['curl libcurl', 'libcurl4-openssl-dev'],
  ['curses ncurses ncursesw tinfo', 'libncurses-dev'],
  ['cxxopts', 'libcxxopts-dev'],
  ['dbus-1', 'libdbus-1-dev'],
  ['double-conversion', 'libdouble-conversion-dev'],
  ['eigen3 eigen', 'libeigen3-dev'],
  ['expat', 'libexpat1-dev'],
  ['ffi libffi', 'libffi-dev'],
  ['flex', 'flex'],
  ['fmt', 'libfmt-dev'],
  ['freetype freetype2', 'libfreetype-dev'],
  ['gettext intl', 'gettext'],
  ['gflags', 'libgflags-dev'],
  ['glib-2.0 gio-2.0 gobject-2.0 glib2', 'libglib2.0-dev'],
  ['glm', 'libglm-dev'],
  ['glog', 'libgoogle-glog-dev'],
  ['gmp', 'libgmp-dev'],
  ['gnutls', 'libgnutls28-dev'],
  ['gsl', 'libgsl-dev'],
  ['hiredis', 'libhiredis-dev'],
  ['icu icu-uc icu-i18n', 'libicu-dev'],
  ['idn2 libidn2', 'libidn2-dev'],
  ['jansson', 'libjansson-dev'],
  ['jpeg libjpeg', 'libjpeg-dev'],
  ['json-c', 'libjson-c-dev'],
  ['jsoncpp', 'libjsoncpp-dev'],
  ['krb5 krb5-gssapi', 'libkrb5-dev'],
  ['libarchive archive', 'libarchive-dev'],
  ['libedit edit', 'libedit-dev'],
  ['libelf elf', 'libelf-dev'],
  ['libevent event', 'libevent-dev'],
  ['liblzma lzma', 'liblzma-dev'],
  ['libsystemd', 'libsystemd-dev'],
  ['libunwind unwind', 'libunwind-dev'],
  ['liburing uring', 'liburing-dev'],
  ['libuv uv', 'libuv1-dev'],
  ['libxml2 libxml-2.0 xml2', 'libxml2-dev'],
  ['libxslt xslt', 'libxslt1-dev'],
  ['lua lua5.3', 'liblua5.3-dev'],
  ['lz4 liblz4', 'liblz4-dev'],
  ['magic libmagic', 'libmagic-dev'],
  ['mbedtls', 'libmbedtls-dev'],
  ['mpfr', 'libmpfr-dev'],
  ['nghttp2 libnghttp2', 'libnghttp2-dev'],
  ['nlohmann_json', 'nlohmann-json3-dev'],
  ['onig oniguruma', 'libonig-dev'],
  ['openssl ssl crypto libssl libcrypto', 'libssl-dev'],
  ['pcap libpcap', 'libpcap-dev'],
  ['pcre2 libpcre2-8 pcre2-8', 'libpcre2-dev'],
  ['png libpng', 'libpng-dev'],
  ['protobuf', 'protobuf-compiler libprotobuf-dev'],
  ['pugixml', 'libpugixml-dev'],
  ['python3 pythoninterp python', 'python3-dev'],
  ['range-v3', 'librange-v3-dev'],
  ['rapidjson', 'rapidjson-dev'],
  ['re2', 'libre2-dev'],
  ['readline', 'libreadline-dev'],
  ['seccomp libseccomp', 'libseccomp-dev'],
  ['snappy', 'libsnappy-dev'],
  ['sodium libsodium', 'libsodium-dev'],
  ['spdlog', 'libspdlog-dev'],
  ['sqlite3 sqlite', 'libsqlite3-dev'],
  ['ssh2 libssh2', 'libssh2-1-dev'],
  ['tbb', 'libtbb-dev'],
  ['tinyxml2', 'libtinyxml2-dev'],
  ['usb libusb libusb-1.0 usb-1.0', 'libusb-1.0-0-dev'],
  ['utf8proc', 'libutf8proc-dev'],
  ['uuid libuuid', 'uuid-dev'],
  ['xxhash libxxhash', 'libxxhash-dev'],
  ['yaml yaml-0.1', 'libyaml-dev'],
  ['yaml-cpp', 'libyaml-cpp-dev'],
  ['zlib z', 'zlib1g-dev'],
  ['zstd libzstd', 'libzstd-dev'],
];

const PACKAGES: ReadonlyMap<string, readonly string[]> = new Map(
  LIBRARIES.flatMap(([names, packages]) =>
    names.split(' ').map((name) => [name, packages.split(' ')] as const),
  ),
);

/** The compiled parts of Boost that have a package of their own. */
const BOOST_PARTS = new Set(
  'chrono context coroutine date-time filesystem iostreams locale log program-options random regex serialization system test thread'.split(
    ' ',
  ),
);

/** Libraries that only tests use. A project often looks for them without requiring them. */
const TEST_LIBRARIES =
  /^(gtest|gmock|googletest|catch2?|doctest|check|cmocka|cpputest|cppunit|cunit|criterion)$/i;

export function isTestLibrary(name: string): boolean {
  return TEST_LIBRARIES.test(name);
}

/**
 * The packages of the distribution for these names. Unknown names are ignored.
 * @param own - Names of the project's own libraries. A package of one contains later sources of it, and
 *   tests might run against them.
 */
export function libraryPackages(
  names: readonly string[],
  own: readonly string[] = [],
): readonly string[] {
  const packagesOf = (name: string): readonly string[] => PACKAGES.get(name.toLowerCase()) ?? [];
  const excluded = new Set(own.flatMap(packagesOf));
  return [...new Set(names.flatMap(packagesOf))].filter((name) => !excluded.has(name)).sort();
}

/** Returns the module of `libfoo>=1.2`. */
export function withoutVersion(module: string): string {
  return module.replace(/[<>=].*$/, '');
}

/** The packages of Boost with these parts, as `find_package(Boost COMPONENTS ...)` names them. */
export function boostPackages(parts: readonly string[]): readonly string[] {
  const named = parts.map((part) =>
    /^unit_test_framework$/i.test(part) ? 'test' : part.toLowerCase().replaceAll('_', '-'),
  );
  const own = named.filter((part) => BOOST_PARTS.has(part));
  return ['libboost-dev', ...new Set(own.map((part) => `libboost-${part}-dev`))];
}
