/** A source root of Maven's and Gradle's layout. */
const SOURCE_ROOT = /^((?:.*\/)?src\/[^/]+\/(?:java|kotlin|scala|groovy)\/).*\//;

/**
 * Returns a path without the folders that name a package of the JVM's languages. What such a folder is
 * called (`com/example`, `org/acme/build`) says nothing about its place in the project.
 */
export function withoutPackages(path: string): string {
  return path.replace(SOURCE_ROOT, '$1');
}
