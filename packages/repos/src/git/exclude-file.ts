/** Returns a file of ignore rules, in the syntax of git, for exactly these paths and what is below them. */
export function excludeFile(paths: readonly string[]): string {
  return paths.map((path) => `/${path.replaceAll(/[\\*?[\]]| $/g, '\\$&')}\n`).join('');
}
