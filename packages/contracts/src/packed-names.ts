/**
 * Maps the name of a file in an npm package to its real name. npm excludes every .gitignore and obeys
 * it, and tools report a package.json in a subfolder as a mistake.
 */
export const PACKED_NAMES: Readonly<Record<string, string>> = {
  _gitignore: '.gitignore',
  '_package.json': 'package.json',
};
