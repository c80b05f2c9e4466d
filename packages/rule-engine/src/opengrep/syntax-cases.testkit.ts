import type { MatchCase } from './opengrep.testkit.ts';

const ECMA = `if (
  a == b
) {
  delete a.b;
}
x = (
  a == b
);
for (let i = 7; i < 3; i += 2) {
  run(i);
}
const [p, q] = r(4),
  foo = 1;
w += 1;
while (
  (m = r())
) {}
typeof (
  foo
);
for (const foo of list) {
}
return (
  a ? b : c
);
`;

const MODULE = `import { a } from './m';
export { foo };
export default function reducer(state, action) {
  return 1;
}
type A = string;
export type B = { a: 1 };
namespace E {
  f();
}
export namespace G {
  const g = 1;
}
export const l = 1,
  n = 2;
`;

const JAVA = `class B { void f() {
  while (
    a == b
  ) {}
  boolean z = (
    a == b
  );
  for (int i = 0; i < 3; i++) { int foo = 1; }
  switch (
    foo
  ) { default: g(); }
  return (
    foo
  );
} }
`;

const RUST = `fn f() {
    if (
        a == b
    ) {}
    let foo = (
        1
    );
}
`;

const GO = `package p

func f() error {
	for i := 0; i < 3; i++ {
		use(i)
	}
	var foo = (a ==
		b)
	return foo
}
`;

/** What a construct is to OpenGrep 1.30, and where it begins and ends. */
export const SYNTAX_CASES: readonly MatchCase[] = [
  {
    title: 'parentheses are a part of what they hold',
    path: 'syntax.js',
    source: ECMA,
    rule: { pattern: '$A == $B' },
    lines: ['1-3', '6-8'],
  },
  {
    title: 'parentheses around an assignment',
    path: 'syntax.js',
    source: ECMA,
    rule: { pattern: '$VAR = $SINK' },
    lines: ['6-8', '9-9', '12-12', '13-13', '14-14', '15-17'],
  },
  {
    title: 'an update is an assignment of a sum',
    path: 'syntax.js',
    source: ECMA,
    rule: { pattern: '$X = $X + 1' },
    lines: ['14-14'],
  },
  {
    title: '`delete` is a call',
    path: 'syntax.js',
    source: ECMA,
    rule: { pattern: '$F($X)' },
    lines: ['4-4', '10-10', '12-12'],
  },
  {
    title: 'a definition names an expression',
    path: 'syntax.js',
    source: ECMA,
    rule: { pattern: 'foo' },
    lines: ['13-13', '18-20', '21-21'],
  },
  {
    title: 'parentheses around a choice',
    path: 'syntax.js',
    source: ECMA,
    rule: { pattern: '$A ? $B : $C' },
    lines: ['23-25'],
  },
  {
    title: 'a definition in the head of a loop is none',
    path: 'syntax.js',
    source: ECMA,
    rule: { pattern: 'let $X = $Y' },
    lines: [],
  },
  {
    title: 'exported names stand for any statement',
    path: 'module.ts',
    source: MODULE,
    rule: { pattern: 'export { $X }' },
    lines: [
      '1-1',
      '2-2',
      '3-3',
      '3-3',
      '3-5',
      '4-4',
      '6-6',
      '7-7',
      '7-7',
      '7-7',
      '8-9',
      '9-9',
      '11-11',
      '11-12',
      '12-12',
      '14-14',
      '14-15',
      '14-14',
      '14-15',
    ],
  },
  {
    title: 'a default stands for any statement',
    path: 'module.ts',
    source: MODULE,
    rule: { pattern: 'export default store' },
    lines: [
      '1-1',
      '2-2',
      '3-3',
      '3-3',
      '3-5',
      '4-4',
      '6-6',
      '7-7',
      '7-7',
      '7-7',
      '8-9',
      '9-9',
      '11-11',
      '11-12',
      '12-12',
      '14-14',
      '14-15',
      '14-14',
      '14-15',
    ],
  },
  {
    title: 'a function that is exported as default',
    path: 'module.ts',
    source: MODULE,
    rule: { pattern: 'export default function $F(state, action) { ... }' },
    lines: ['3-5'],
  },
  {
    title: 'a name for a type',
    path: 'module.ts',
    source: MODULE,
    rule: { pattern: 'type $T = $U' },
    lines: ['6-6', '7-7'],
  },
  {
    title: 'an exported name for a type',
    path: 'module.ts',
    source: MODULE,
    rule: { pattern: 'export type $T = $U' },
    lines: ['7-7'],
  },
  {
    title: 'a namespace ends with its last statement',
    path: 'module.ts',
    source: MODULE,
    rule: { pattern: 'namespace $N { ... }' },
    lines: ['8-9', '11-12'],
  },
  {
    title: 'an exported namespace',
    path: 'module.ts',
    source: MODULE,
    rule: { pattern: 'export namespace $N { ... }' },
    lines: ['11-12'],
  },
  {
    title: 'several definitions after one `export`',
    path: 'module.ts',
    source: MODULE,
    rule: { pattern: 'export const $X = $Y' },
    lines: ['3-3', '14-14', '14-15'],
  },
  {
    title: 'parentheses of a condition belong to the statement',
    path: 'Syntax.java',
    source: JAVA,
    rule: { pattern: '$A == $B' },
    lines: ['3-3', '5-7'],
  },
  {
    title: 'parentheses around a name; definitions',
    path: 'Syntax.java',
    source: JAVA,
    rule: { pattern: 'foo' },
    lines: ['8-8', '10-10', '12-14'],
  },
  {
    title: 'a definition in the head of a loop is none',
    path: 'Syntax.java',
    source: JAVA,
    rule: { pattern: 'int $X = $Y;' },
    lines: ['8-8'],
  },
  {
    title: 'parentheses are a part of what they hold',
    path: 'syntax.rs',
    source: RUST,
    rule: { pattern: '$A == $B' },
    lines: ['2-4'],
  },
  {
    title: 'a definition names an expression',
    path: 'syntax.rs',
    source: RUST,
    rule: { pattern: 'foo' },
    lines: ['5-5'],
  },
  {
    title: 'parentheses are no part of what they hold',
    path: 'syntax.go',
    source: GO,
    rule: { pattern: '$A == $B' },
    lines: ['7-8'],
  },
  {
    title: 'a definition names an expression',
    path: 'syntax.go',
    source: GO,
    rule: { pattern: 'foo' },
    lines: ['7-7', '9-9'],
  },
];
