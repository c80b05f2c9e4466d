import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importsOf } from './imports.ts';
import { similarity } from './renamed-files.ts';

const GO = 'package b\n\nfunc (s *T) Run() {}\nfunc Helper() {}\n';

/** The importing file, its text, the new file, whether it is imported, and the text of the new file. */
type Case = readonly [path: string, text: string, target: string, expected: boolean, own?: string];

const CASES: readonly Case[] = [
  ['src/a.ts', "import { b } from './b.js';", 'src/b.ts', true],
  ['src/a.ts', "import { b } from './b.js';", 'src/b.test.ts', false],
  ['src/a.ts', "export * from './b';", 'src/b/index.ts', true],
  ['src/a.ts', "import './b.service';", 'src/b.service.ts', true],
  ['src/x/a.ts', "const b = require('../b')", 'src/b.js', true],
  ['src/x/a.ts', "const b = require('../b')", 'src/x/b.js', false],
  ['src/a.ts', "void import('@/util/b')", 'app/util/b.ts', true],
  ['src/a.ts', "import { b } from '@scope/b'", 'packages/b/src/index.ts', true],
  ['src/a.ts', "import get from 'lodash/get'", 'src/get.ts', false],
  ['src/a.ts', "// import './b'\n/* import './b' */", 'src/b.ts', false],
  ['src/a.ts', 'b', 'src/b.ts', false],
  ['package.json', '{ "main": "src/b.js" }', 'src/b.js', true],
  ['pkg/a.py', 'from .b import c', 'pkg/b.py', true],
  ['pkg/a.py', 'from . import (\n  x,\n  b as c,\n)', 'pkg/b.py', true],
  ['pkg/sub/a.py', 'from ..b import c', 'pkg/b.py', true],
  ['pkg/sub/a.py', 'from ..b import c', 'pkg/sub/b.py', false],
  ['a.py', 'import pkg.b.c as d', 'src/pkg/b/c.py', true],
  ['a.py', 'import pkg.b.c', 'pkg/b/__init__.py', true],
  ['a.py', 'import b', 'b.py', true],
  ['a.py', 'import b', 'deep/down/b.py', false],
  ['a.py', '# import b', 'b.py', false],
  ['a.go', 'import (\n\tx "example.org/m/b"\n)', 'b/c.go', true, GO],
  ['a.go', 'import "example.org/m/other"', 'b/c.go', false, GO],
  ['b/a.go', 'func main() { Helper() }', 'b/c.go', true, GO],
  ['b/a.go', 'func main() { t.Run() }', 'b/c.go', false, GO],
  ['x/A.java', 'import a.b.C;', 'src/main/java/a/b/C.java', true],
  ['x/A.java', 'import static a.b.C.of;', 'src/a/b/C.java', true],
  ['x/A.java', 'import a.b.*;\nC c;', 'src/a/b/C.java', true],
  ['x/A.java', 'import a.b.*;\nD c;', 'src/a/b/C.java', false],
  ['x/A.java', 'new C();', 'x/C.java', true],
  ['x/A.java', '// C', 'x/C.java', false],
  ['src/lib.rs', 'pub(crate) mod b;', 'src/b.rs', true],
  ['src/a.rs', 'mod b;', 'src/a/b/mod.rs', true],
  ['src/a.rs', 'mod b;', 'src/b.rs', false],
  ['src/a.rs', '#[path = "other.rs"]\nmod b;', 'src/other.rs', true],
  ['src/a.rs', 'use b::c;', 'src/b.rs', false],
  ['src/a.c', '#include "b.h"', 'src/b.h', true],
  ['src/a.cpp', '#include <lib/b.hpp>', 'include/lib/b.hpp', true],
  ['src/b.h', '', 'src/b.c', true],
  ['src/a.c', '#include "c.h"', 'src/b.c', false],
  ['CMakeLists.txt', 'add_executable(x src/b.c)', 'src/b.c', true],
  ['src/CMakeLists.txt', 'add_executable(x b.c)', 'src/b.c', true],
  ['CMakeLists.txt', '# src/b.c', 'src/b.c', false],
  ['a.rb', "require_relative 'b'", 'b.rb', true],
  ['a.rb', 'abc', 'b.rb', false],
];

for (const [path, text, target, expected, own = ''] of CASES) {
  test(`${path} with ${JSON.stringify(text)} and ${target}: ${expected}`, () => {
    const found = importsOf({ path, text }, [{ path: target, text: own }]);
    expect(found.length === 1).toBe(expected);
  });
}

test('similarity is symmetric, 1 for equal files and 0 for files without common lines', () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd')).map((list) => new Set(list));
  fc.assert(
    fc.property(keys, keys, (left, right) => {
      expect(similarity(left, right)).toBe(similarity(right, left));
      expect(similarity(left, left)).toBe(left.size === 0 ? 0 : 1);
      expect(similarity(left, right)).toBeLessThanOrEqual(1);
    }),
  );
});
