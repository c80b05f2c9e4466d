import { afterAll, expect, test } from 'vitest';
import { CodeReader } from './code-reader.ts';

const reader = new CodeReader();
afterAll(() => reader[Symbol.asyncDispose]());

const KNOWN = ['old', 'Old', 'obj', 'Foo', 'o', 'a', 'b', 'm', 'pkg', 'T'];

const plain = async (path: string, text: string): Promise<string | undefined> =>
  await reader.plainSpelling({ path, bytes: Buffer.from(text) }, KNOWN);

test.each([
  "obj['old'](a)",
  "obj?.['old'](a)",
  "obj['o' + 'ld'](a)",
  'obj[`old`](a)',
  "obj[['o', 'ld'].join('')](a)",
  "const key = 'old'; obj[key](a)",
  "Reflect.get(obj, 'old')(a)",
  'Reflect.apply(obj.old, obj, [a])',
  'obj.old.call(obj, a)',
  'obj.old.apply(obj, [a])',
  'obj.old.bind(obj)(a)',
  '(0, obj.old)(a)',
  '(obj.old as any)(a)',
  'const alias = obj.old; alias(a)',
  'const { old: alias } = obj; alias(a)',
  'obj/* */.old(a)',
  '((...given) => obj.old(...given))(a)',
  '(() => obj.old(a))()',
])('%s is obj.old(a) in TypeScript', async (text) => {
  expect(await plain('a.ts', text)).toMatch(/(?:^|; )obj\.old\(a\)$/);
});

test.each([
  "getattr(obj, 'old')(a)",
  "getattr(obj, 'o' 'ld')(a)",
  "getattr(obj, ''.join(['o', 'ld']))(a)",
  "vars(obj)['old'](a)",
  'obj.old.__call__(a)',
  "operator.methodcaller('old', a)(obj)",
  'functools.partial(obj.old, a)()',
  'alias = obj.old\nalias(a)',
  '(lambda *given, **named: obj.old(*given, **named))(a)',
  '(lambda: obj.old(a))()',
])('%s is obj.old(a) in Python', async (text) => {
  expect(await plain('a.py', text)).toMatch(/(?:^|\n)obj\.old\(a\)$/);
});

test.each([
  ['a.go', 'package p\nfunc f() { alias := pkg.Old; alias(a) }', 'pkg.Old(a)'],
  ['a.go', 'package p\nfunc f() { (pkg.Old)(a) }', 'pkg.Old(a)'],
  ['a.go', 'package p\nfunc f() { func() { pkg.Old(a) }() }', '{ pkg.Old(a) }'],
  ['a.cc', 'void f() { [&] { return old(a); }(); }', '{ old(a); }'],
  ['a.go', 'package p\nfunc f() { (*T).Old(o, a) }', 'o.Old(a)'],
  ['a.go', 'package p\nimport alias "x/pkg"\nfunc f() { alias.Old(a) }', 'pkg.Old(a)'],
  [
    'a.go',
    'package p\nfunc f() { reflect.ValueOf(o).MethodByName("Old").Call([]reflect.Value{reflect.ValueOf(a)}) }',
    'o.Old(a)',
  ],
  ['A.java', 'class A { void f() { o.getClass().getMethod("old").invoke(o, a); } }', 'o.old(a)'],
  ['A.java', 'class A { void f() { var alias = o; alias.old(a); } }', 'o.old(a)'],
  ['A.java', 'class A { void f() { ((Function<A, B>) Foo::old).apply(a); } }', 'Foo.old(a)'],
  ['A.java', 'class A { void f() { Objects.requireNonNull(o).old(a); } }', 'o.old(a)'],
  ['A.java', 'class A { void f() { ((Supplier<A>) () -> o.old(a)).get(); } }', '{ o.old(a); }'],
  ['a.rs', 'fn f() { Foo::old(&o, a); }', 'o.old(a)'],
  ['a.rs', 'use m::old as alias; fn f() { alias(a); }', '{ old(a); }'],
  ['a.rs', 'fn f() { let alias = m::old; alias(a); }', 'm::old(a)'],
  ['a.cc', 'void f() { std::invoke(&Foo::old, o, a); }', 'o.old(a)'],
  ['a.cc', '#define alias old\nvoid f() { alias(a); }', '{ old(a); }'],
  ['a.cc', 'void f() { auto alias = &old; alias(a); }', ' old(a); }'],
  ['a.ts', 'import { old as alias } from "m"; alias(a)', '; old(a)'],
  ['a.ts', 'export { fresh as old }; function fresh(a) {}', 'function old(a)'],
  ['a.py', 'def fresh(a): pass\nold = fresh', 'def old(a)'],
])('%s: %s contains %s', async (path, text, wanted) => {
  expect(await plain(path, text)).toContain(wanted);
});

test.each([
  ['a.ts', 'let alias = obj.old; alias = b; alias(a)'],
  ['a.ts', "obj[name](a); obj['two words'](a)"],
  ['a.ts', 'function f(alias) { return obj.alias(a); }'],
  ['a.py', 'getattr(obj, name)(a)\nobj.old(alias=a)\n'],
  ['a.go', 'package p\nfunc f() { x := g(); x(a) }'],
])('%s: %s has no other spelling', async (path, text) => {
  expect(await plain(path, text)).toBe(text);
});
