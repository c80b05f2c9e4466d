import { displayPath, type BytePath, type Repository, type Tree } from '@refbench/repos';
import { changedPaths, readSources, stemOf } from '@refbench/rule-engine';
import { isTestPath } from '@refbench/code-facts';

/**
 * Finds new test files of a patch that code under test refers to, such as `mod tests;` in Rust or a name
 * in a list of CMake. Without them, the tree would not build.
 */
export async function neededTests(
  repository: Repository,
  base: Tree,
  patched: Tree,
): Promise<(path: BytePath) => boolean> {
  const { written } = changedPaths(base, patched);
  const isTest = (path: BytePath): boolean => isTestPath(displayPath(path));
  const fresh = written.filter((path) => isTest(path) && !base.has(path));
  if (fresh.length === 0) return () => false;
  const words = new Set<string>();
  const others = written.filter((path) => !isTest(path) && NAMES_FILES.test(path));
  for await (const { bytes } of readSources(repository, patched, others)) {
    for (const line of bytes.toString('utf8').match(REFERENCE) ?? []) {
      for (const word of line.match(/[\w-]+/g) ?? []) words.add(word);
    }
  }
  return (path) => words.has(stemOf(displayPath(path)));
}

/** Languages in which code under test lists the files of tests. Others find them by their names. */
const NAMES_FILES =
  /\.rs$|(?:^|\/)(?:CMakeLists\.txt|[Mm]akefile|meson\.build|BUILD(?:\.bazel)?)$|\.cmake$/;

/** A line that can name a file: a module of Rust, or any line of a build file. */
const REFERENCE = /^.*\b(?:mod\s+\w+|[\w-]+\.(?:c|cc|cpp|cxx)|\w*test\w*).*$/gim;
