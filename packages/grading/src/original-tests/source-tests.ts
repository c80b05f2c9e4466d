import { isTestPath } from '@refbench/code-facts';
import { displayPath, type Tree } from '@refbench/repos';

const DOC_TESTS = 'doc-tests';

/**
 * Whether a test lies within code under test, such as a unit test in a source file of Rust or an example
 * in a comment. Runners name the file within its package (`crate src/lib.rs`), the module
 * (`package.module`), or say that it is an example in documentation.
 * @param id `<place> > <title>`, or a title alone
 */
export function isInSource(id: string, base: Tree): boolean {
  const [place = ''] = id.split(' > ', 1);
  const words = place.split(/\s+/);
  if (words.includes(DOC_TESTS)) return true;
  const named = words.flatMap((word) => [word, moduleOf(word)]);
  return [...base.keys()].some((bytes) => {
    const path = displayPath(bytes);
    const isNamed = named.some((name) => path === name || path.endsWith(`/${name}`));
    return isNamed && !isTestPath(path);
  });
}

/** The file of a Python module: `package.module` is `package/module.py`. */
function moduleOf(word: string): string {
  return `${word.replaceAll('.', '/')}.py`;
}
