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
