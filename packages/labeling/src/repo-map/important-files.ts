/** Files that describe a project and its build, which people read first. */
const IMPORTANT =
  /^(?:readme(?:\.\w+)?|contributing(?:\.\w+)?|makefile|cmakelists\.txt|meson\.build|configure\.ac|dockerfile|package\.json|tsconfig\.json|deno\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements\.txt|tox\.ini|pipfile|go\.mod|cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|build\.sbt|gemfile|composer\.json)$/i;

/** Returns true for important files at the root of the tree. */
export function isImportant(path: string): boolean {
  return IMPORTANT.test(path);
}
