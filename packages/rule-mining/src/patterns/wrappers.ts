import type { Language } from '@refbench/code-facts';

/** The code around a fragment that is not a complete file by itself. */
export type Wrapper = readonly [before: string, behind: string];

const PLAIN: Wrapper = ['', ''];

const SCRIPT: readonly Wrapper[] = [
  PLAIN,
  ['class X { ', ' }'],
  ['async function x() { ', ' }'],
  ['(', ')'],
  ['x({ ', ' })'],
  ['const ', ';'],
  ['function x(', ') {}'],
];

const TYPED: readonly Wrapper[] = [
  ...SCRIPT,
  ['type X = ', ';'],
  ['interface X { ', ' }'],
  ['let x', ';'],
];

const C_FAMILY: readonly Wrapper[] = [
  ['void f() { ', ' }'],
  PLAIN,
  ['void f() { ', '; }'],
  ['void f() { x = ', '; }'],
  ['struct X { ', ' };'],
  ['void f() { x(', '); }'],
  ['void f(', ');'],
];

const WRAPPERS: Readonly<Partial<Record<Language, readonly Wrapper[]>>> = {
  JavaScript: SCRIPT,
  TypeScript: TYPED,
  Tsx: [...TYPED, ['<a ', ' />']],
  Go: [
    ['package p; func f() { ', ' }'],
    ['package p; ', ''],
    ['package p; func f() { x = ', ' }'],
    ['package p; type X struct { ', ' }'],
    ['package p; type X interface { ', ' }'],
    ['package p; var x = X{ ', ' }'],
    ['package p; import ', ''],
    ['package p; import ( ', ' )'],
    ['package p; var x ', ''],
    ['package p; func f(', ') {}'],
    ['package p; type ', ''],
    ['package p; func f() { switch x { ', ' } }'],
    PLAIN,
  ],
  Java: [
    PLAIN,
    ['class X { ', ' }'],
    ['class X { void f() { ', ' } }'],
    ['class X { void f() { x = ', '; } }'],
    ['class X { ', ' x; }'],
    ['class X { ', ' void f() {} }'],
    ['class X { void f(', ') {} }'],
    ['enum X { ', ' }'],
  ],
  Python: [PLAIN, ['f(', ')'], ['def f(', '): pass'], ['x: ', ''], ['x = {', '}']],
  Rust: [
    PLAIN,
    ['fn f() { ', ' }'],
    ['fn f() { x = ', '; }'],
    ['impl X { ', ' }'],
    ['struct X { ', ' }'],
    ['enum X { ', ' }'],
    ['fn f() { match x { ', ' } }'],
    ['type X = ', ';'],
    ['use ', ';'],
    ['fn f(', ') {}'],
    ['fn f() { X { ', ' }; }'],
  ],
  C: C_FAMILY,
  Cpp: [...C_FAMILY, ['class X { public: ', ' };']],
  Css: [PLAIN, ['a { ', ' }']],
};

/** The wrappers of a language, the preferred ones first. */
export function wrappersOf(language: Language): readonly Wrapper[] {
  return WRAPPERS[language] ?? [PLAIN];
}
