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
  ['absl abseil-cpp abseil', 'libabsl-dev'],
  ['alsa', 'libasound2-dev'],
  ['asio', 'libasio-dev'],
  ['bison', 'bison'],
  ['blas', 'libblas-dev'],
  ['bluez', 'libbluetooth-dev'],
  ['boost', 'libboost-dev'],
  ['brotli libbrotlidec libbrotlienc', 'libbrotli-dev'],
  ['bzip2 bz2', 'libbz2-dev'],
  ['c-ares cares libcares', 'libc-ares-dev'],
  ['cairo', 'libcairo2-dev'],
  ['cap libcap', 'libcap-dev'],
  ['cgal', 'libcgal-dev'],
  ['cjson libcjson', 'libcjson-dev'],
  ['cpprestsdk', 'libcpprest-dev'],
  ['criterion', 'libcriterion-dev'],
  ['cups', 'libcups2-dev'],
  ['curl libcurl', 'libcurl4-openssl-dev'],
  ['curses ncurses ncursesw tinfo', 'libncurses-dev'],
  ['cxxopts', 'libcxxopts-dev'],
  ['db berkeleydb', 'libdb-dev'],
  ['dbus-1', 'libdbus-1-dev'],
  ['double-conversion', 'libdouble-conversion-dev'],
  ['doxygen', 'doxygen'],
  ['eigen3 eigen', 'libeigen3-dev'],
  ['expat', 'libexpat1-dev'],
  ['ffi libffi', 'libffi-dev'],
  ['fftw fftw3', 'libfftw3-dev'],
  ['flac', 'libflac-dev'],
  ['flex', 'flex'],
  ['fmt', 'libfmt-dev'],
  ['fontconfig', 'libfontconfig-dev'],
  ['freetype freetype2', 'libfreetype-dev'],
  ['fuse', 'libfuse-dev'],
  ['fuse3', 'libfuse3-dev'],
  ['gcrypt libgcrypt', 'libgcrypt20-dev'],
  ['gd libgd', 'libgd-dev'],
  ['gdal', 'libgdal-dev'],
  ['gdbm', 'libgdbm-dev'],
  ['geos geos_c', 'libgeos-dev'],
  ['gettext intl', 'gettext'],
  ['gflags', 'libgflags-dev'],
  ['gif giflib', 'libgif-dev'],
  ['git2 libgit2', 'libgit2-dev'],
  ['glew', 'libglew-dev'],
  ['glfw glfw3', 'libglfw3-dev'],
  ['glib-2.0 gio-2.0 gobject-2.0 glib2', 'libglib2.0-dev'],
  ['glm', 'libglm-dev'],
  ['glog', 'libgoogle-glog-dev'],
  ['glut freeglut', 'freeglut3-dev'],
  ['gmp', 'libgmp-dev'],
  ['gnutls', 'libgnutls28-dev'],
  ['gpgme', 'libgpgme-dev'],
  ['grpc grpc++', 'libgrpc++-dev protobuf-compiler-grpc'],
  ['gsl', 'libgsl-dev'],
  ['harfbuzz', 'libharfbuzz-dev'],
  ['hdf5', 'libhdf5-dev'],
  ['hiredis', 'libhiredis-dev'],
  ['icu icu-uc icu-i18n', 'libicu-dev'],
  ['idn2 libidn2', 'libidn2-dev'],
  ['imagemagick magick++', 'libmagick++-dev'],
  ['jansson', 'libjansson-dev'],
  ['jpeg libjpeg', 'libjpeg-dev'],
  ['json-c', 'libjson-c-dev'],
  ['jsoncpp', 'libjsoncpp-dev'],
  ['krb5 krb5-gssapi', 'libkrb5-dev'],
  ['lapack', 'liblapack-dev'],
  ['lcms2', 'liblcms2-dev'],
  ['leveldb', 'libleveldb-dev'],
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
  ['llvm', 'llvm-dev'],
  ['lmdb liblmdb', 'liblmdb-dev'],
  ['lua lua5.3', 'liblua5.3-dev'],
  ['lz4 liblz4', 'liblz4-dev'],
  ['magic libmagic', 'libmagic-dev'],
  ['mbedtls', 'libmbedtls-dev'],
  ['mpfr', 'libmpfr-dev'],
  ['mpi', 'libopenmpi-dev'],
  ['msgpack', 'libmsgpack-dev'],
  ['mysql mysqlclient', 'default-libmysqlclient-dev'],
  ['netcdf', 'libnetcdf-dev'],
  ['nettle', 'nettle-dev'],
  ['nghttp2 libnghttp2', 'libnghttp2-dev'],
  ['nlohmann_json', 'nlohmann-json3-dev'],
  ['numa libnuma', 'libnuma-dev'],
  ['odbc', 'unixodbc-dev'],
  ['ogg libogg', 'libogg-dev'],
  ['onig oniguruma', 'libonig-dev'],
  ['openal', 'libopenal-dev'],
  ['opencv', 'libopencv-dev'],
  ['opengl gl', 'libgl-dev'],
  ['openjp2 libopenjp2 openjpeg', 'libopenjp2-7-dev'],
  ['openssl ssl crypto libssl libcrypto', 'libssl-dev'],
  ['pam libpam', 'libpam0g-dev'],
  ['pango', 'libpango1.0-dev'],
  ['pcap libpcap', 'libpcap-dev'],
  ['pcre2 libpcre2-8 pcre2-8', 'libpcre2-dev'],
  ['perl perllibs', 'perl'],
  ['png libpng', 'libpng-dev'],
  ['poco', 'libpoco-dev'],
  ['popt', 'libpopt-dev'],
  ['portaudio portaudio-2.0', 'portaudio19-dev'],
  ['postgresql pq libpq', 'libpq-dev'],
  ['proj', 'libproj-dev'],
  ['protobuf', 'protobuf-compiler libprotobuf-dev'],
  ['pugixml', 'libpugixml-dev'],
  ['pulse libpulse', 'libpulse-dev'],
  ['python3 pythoninterp python', 'python3-dev'],
  ['range-v3', 'librange-v3-dev'],
  ['rapidjson', 'rapidjson-dev'],
  ['re2', 'libre2-dev'],
  ['readline', 'libreadline-dev'],
  ['rocksdb', 'librocksdb-dev'],
  ['sasl2 libsasl2', 'libsasl2-dev'],
  ['sdl2', 'libsdl2-dev'],
  ['seccomp libseccomp', 'libseccomp-dev'],
  ['selinux libselinux', 'libselinux1-dev'],
  ['sfml', 'libsfml-dev'],
  ['snappy', 'libsnappy-dev'],
  ['sndfile', 'libsndfile1-dev'],
  ['sodium libsodium', 'libsodium-dev'],
  ['spdlog', 'libspdlog-dev'],
  ['sqlite3 sqlite', 'libsqlite3-dev'],
  ['ssh libssh', 'libssh-dev'],
  ['ssh2 libssh2', 'libssh2-1-dev'],
  ['tbb', 'libtbb-dev'],
  ['tclap', 'libtclap-dev'],
  ['thrift', 'libthrift-dev'],
  ['tiff libtiff', 'libtiff-dev'],
  ['tinyxml2', 'libtinyxml2-dev'],
  ['udev libudev', 'libudev-dev'],
  ['usb libusb libusb-1.0 usb-1.0', 'libusb-1.0-0-dev'],
  ['utf8proc', 'libutf8proc-dev'],
  ['uuid libuuid', 'uuid-dev'],
  ['vorbis', 'libvorbis-dev'],
  ['wayland-client', 'libwayland-dev'],
  ['webp libwebp', 'libwebp-dev'],
  ['x11', 'libx11-dev'],
  ['xerces xercesc xerces-c', 'libxerces-c-dev'],
  ['xxhash libxxhash', 'libxxhash-dev'],
  ['yaml yaml-0.1', 'libyaml-dev'],
  ['yaml-cpp', 'libyaml-cpp-dev'],
  ['zlib z', 'zlib1g-dev'],
  ['zmq libzmq zeromq cppzmq', 'libzmq3-dev'],
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
