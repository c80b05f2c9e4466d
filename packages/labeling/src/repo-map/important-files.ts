/** Files that tell what a project is and how it is built; the first thing that people read. */
const IMPORTANT =
  /^(?:readme(?:\.\w+)?|contributing(?:\.\w+)?|makefile|cmakelists\.txt|meson\.build|configure\.ac|dockerfile|package\.json|tsconfig\.json|deno\.json|pyproject\.toml|setup\.(?:py|cfg)|requirements\.txt|tox\.ini|pipfile|go\.mod|cargo\.toml|pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|build\.sbt|gemfile|composer\.json)$/i;

/** At the root of the tree. */
export function isImportant(path: string): boolean {
  return IMPORTANT.test(path);
}
