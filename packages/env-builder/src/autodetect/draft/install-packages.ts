const INSTALL = 'apt-get -qq install --yes --no-install-recommends';

/** Returns a shell command that installs packages of the distribution, all or none. */
export function installAll(packages: readonly string[]): string {
  return `${INSTALL} ${packages.join(' ')}`;
}

/** Returns shell lines that install packages of the distribution, and leave out those that it does not give. */
export function installEach(packages: readonly string[]): readonly string[] {
  return [
    `for package in ${packages.join(' ')}; do`,
    `  ${INSTALL} "$package" || echo "there is no package $package" >&2`,
    'done',
  ];
}

/** Packages for other systems, which have headers of the same names. */
const FOREIGN = 'cross|mingw|^(avr|msp430|arm-none|android|elks|emscripten|cc65|dietlibc|musl)';

/**
 * Returns shell lines that install the packages of the distribution which have files whose paths end so, e.g.
 * `/zmq.h`. Of several, the one named after the file is taken, then one for developers, then the shortest name. A file
 * that no package has is left out.
 */
export function installFiles(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const quoted = paths.map((path) => `'${path.replaceAll(/[.+]/g, '\\$&')}$'`);
  return [
    'apt-get -qq update',
    // An archive that changes at the moment has an index less.
    `${INSTALL} apt-file && { apt-file update >/dev/null || true; }`,
    `for file in ${quoted.join(' ')}; do`,
    "  stem=$(basename \"$file\" | tr '[:upper:]' '[:lower:]' | sed 's/^lib//; s/[^a-z0-9].*//; s/config$//')",
    '  package=$(apt-file search --regexp --package-only "$file" |',
    `    grep -Ev '${FOREIGN}' | awk -v stem="$stem" '{`,
    "      print (index(tolower($0), stem) ? 0 : 1), ($0 ~ /-dev$/ ? 0 : 1), length($0), $0 }' |",
    "    sort -k1,1n -k2,2n -k3,3n -k4 | awk 'NR == 1 { print $4 }') || true",
    `  if [ -n "$package" ]; then ${INSTALL} "$package"; else echo "no package has $file" >&2; fi`,
    'done',
    "find /var/lib/apt/lists -name '*Contents*' -delete",
  ];
}
