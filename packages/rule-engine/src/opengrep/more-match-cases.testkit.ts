import type { MatchCase } from './opengrep.testkit.ts';

const PYTHON = `import os.path as osp
from a.b import c, d as e
from a import (x,
  y)

@deco(1)
@other
def f(a, b: int = 3, *args, **kw) -> str:
    """doc"""
    z: int = 5
    return c(a, k=1, j=2)

class K(Base, metaclass=M):
    attr = 1
    def m(self):
        pass

if a and b:
    osp.join("a" "b")
elif d:
    foo({"k": 1, "v": [1, 2]})
with open("x") as fh, foo() as g:
    print(fh)
try:
    foo()
except A:
    pass
`;

const JAVA = `package a.b;
import x.y.Z;
@Deprecated
public class K<T> extends P implements I {
    @Inject private List<String> names;
    public K(int a) { super(a); this.x = a; }
    @Override
    public void m(final int a, String... b) throws E1 {
        int i = 0;
        for (String s : names) { foo(s); }
        if (a > 1) foo(); else bar();
        try { foo(); } catch (A | B e) { bar(); }
        throw new X("a" + b);
    }
    abstract int n();
}
interface Q { int w(); }
`;

const RUST = `use std::collections::{HashMap, hash_map::Entry as E};
use a::b::Z;
#[test]
pub fn plain() -> Result<(), E> {
    let mut x: i32 = 5;
    let y = Foo::new(1)?;
    println!("a {}", x);
    a.b.c(1)?.await;
    foo(y)
}
impl<T> Tr for S<T> {
    fn new(&self, x: i32) -> Self { bar(x) }
}
type X = m::Vec<i32>;
`;

const CPP = `int f(int a) {
  if (a > 1) {
    log(Log::HLE, 0, "m");
  }
  o->run(a);
  return g(a);
}
`;

type Lines = readonly string[];
const casesOf =
  (path: string, source: string) =>
  (pattern: string, ...lines: Lines): MatchCase => ({
    title: pattern.split('\n').join(' '),
    path,
    rule: { pattern },
    source,
    lines,
  });

const python = casesOf('a.py', PYTHON);
const java = casesOf('A.java', JAVA);
const rust = casesOf('a.rs', RUST);
const cpp = casesOf('a.cpp', CPP);

/** Expectations are what opengrep 1.30 reports. */
export const MORE_MATCH_CASES: readonly MatchCase[] = [
  python('import os', '1-1'),
  python('from a import $X', '2-2', '3-4'),
  python('from a.b import d', '2-2'),
  python('os.path.join(...)', '19-19'),
  python('a.b.c(...)', '11-11'),
  python('c(a, j=2, ...)', '11-11'),
  python('@deco(...)\ndef $F(...): ...', '6-11'),
  python('@deco(1)', '6-6'),
  python('def $F(self): ...', '15-16'),
  python('def f(a, b, ...): ...', '6-11'),
  python('class $X(Base): ...', '13-16'),
  python('z = 5', '10-10'),
  python('$X = 1', '14-14'),
  python('if $X: ...', '18-21', '20-21'),
  python('{"k": $V, ...}', '21-21'),
  python('{"k": $V}'),
  python('with open(...) as $F: ...', '22-23'),
  python('try: ...\nexcept A: ...', '24-27'),
  python('"ab"', '19-19'),
  java('import x.$Y;', '2-2'),
  java('import $P.Z;', '2-2'),
  java('class $X extends P { ... }', '3-16'),
  java('@Deprecated', '3-3'),
  java('private List<String> $X;', '5-5'),
  java('$C(int $A) { ... }', '6-6'),
  java('$R $M(...) { ... }', '7-14', '15-15'),
  java('void m(int $A, ...) { ... }', '7-14'),
  java('int $X = 0;', '9-9'),
  java('i = 0', '9-9'),
  java('foo();', '11-11', '12-12'),
  java('for (String $S : $N) { ... }', '10-10'),
  java('catch (A $V) { ... }', '12-12'),
  java('throw new X("a" + ...);', '13-13'),
  java('super(...)', '6-6'),
  rust('use std::collections::$X', '1-1'),
  rust('use $P::Z;', '2-2'),
  rust('fn $F() { ... }', '3-10'),
  rust('fn $F(..., $X: i32, ...) { ... }', '12-12'),
  rust('let $X = $Y;', '5-5', '6-6'),
  rust('let mut $X = $Y;', '5-5'),
  rust('$T::new(...)', '6-6'),
  rust('println!("...", ...)', '7-7'),
  rust('$X.await', '8-8'),
  rust('type $T = Vec<$X>;', '14-14'),
  cpp('log($L, $R, ...)', '3-3'),
  cpp('log(Log::HLE, ...)', '3-3'),
  cpp('if (...) {\n...\nlog(...);\n...\n}', '2-4'),
  cpp('$O->run($X)', '5-5'),
  cpp('return $X;', '6-6'),
];
