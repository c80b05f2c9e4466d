import { expect, test } from 'vitest';
import { findFunctions, type FileFunctions } from './find-functions.ts';
import { functionsIn } from './functions.testkit.ts';

const namesIn = async (path: string, text: string): Promise<readonly string[]> =>
  (await functionsIn(path, text)).functions.map(({ name }) => name);

test('the name of a function contains all enclosing scopes', async () => {
  expect(
    await namesIn(
      'a.ts',
      `class K { constructor() {} m() { const inner = () => 1; return inner(); } static s = () => 2; }
       export const arrow = async (x: number) => x;
       const object = { p() { return 1; }, 'q': function () { return 2; } };
       module.exports.made = function* () { yield 1; };
       Old.prototype.way = function () {};`,
    ),
  ).toEqual(['K.m', 'K.m.inner', 'K.s', 'arrow', 'object.p', 'object.q', 'made', 'Old.way']);
  expect(
    await namesIn('a.py', 'class K:\n  def m(self):\n    pass\n\ndef f():\n  return 1\n'),
  ).toEqual(['K.m', 'f']);
  expect(
    await namesIn('a.go', 'package a\nfunc F() {}\nfunc (s *S[T]) M() {}\nfunc init() {}\n'),
  ).toEqual(['F', 'S.M']);
  expect(
    await namesIn(
      'A.java',
      'class A { A() {} void m() {} interface I { default int d() { return 1; } } }',
    ),
  ).toEqual(['A.m', 'A.I.d']);
  expect(
    await namesIn(
      'a.rs',
      'impl<T> S<T> { fn m(&self) {} const fn c() {} }\nmod inner { fn f() {} }\n#[cfg(test)] mod tests { fn helper() {} }\n',
    ),
  ).toEqual(['S.m', 'inner.f']);
  expect(
    await namesIn(
      'a.cpp',
      'namespace n { struct K { int m() { return 1; } }; } int n::K::z() { return 2; } int main() {}',
    ),
  ).toEqual(['n.K.m', 'n.K.z']);
});

test('a file that cannot be parsed has no functions', async () => {
  const found: FileFunctions[] = [];
  const files = ['function f( {', '\0', 'const x = 1;'].map((text, index) => ({
    path: `${index}.js`,
    bytes: Buffer.from(text),
  }));
  for await (const file of findFunctions(files)) found.push(file);
  expect(found).toEqual([]);
});
