import { expect, test } from 'vitest';
import { Tagger } from './tagger.ts';

const SOURCES: Readonly<Record<string, string>> = {
  'a.ts': `interface Shape { area(): number }\nexport class Circle implements Shape {\n  area(): number { return square(this.radius) }\n}\nconst twice = (n: number): number => n * 2;\nconst plain = 3;\nfunction square(n: number): number { return Math.pow(n, twice(1)) }\nnew Circle();\n`,
  'a.js': `exports.open = function () { close(); };\nconst api = { run() {}, stop: () => halt() };\nclass A extends B { m() { this.n(); } }\n`,
  'a.py': `class Tree:\n    @property\n    def height(self):\n        return self.depth() + helper(1)\n\ndef helper(n):\n    return n\n`,
  'a.go': `package a\n\ntype Box struct{ item Item }\n\nfunc (b *Box) Open() error { return fmt.Errorf("x") }\n\nfunc New() *Box { return build() }\n`,
  'a.java': `class Account {\n  @Override\n  public Money total(Ledger book) { return book.sum(new Money(0)); }\n}\ninterface Book {}\n`,
  'a.rs': `struct Queue<T> { items: Vec<T> }\nimpl<T> Queue<T> {\n  fn push(&mut self) { self.items.push(make!(1)); Self::grow(); }\n}\ntrait Stack {}\n`,
  'a.c': `struct node { int x; };\nstatic int *find(struct node *n) {\n  return lookup(n);\n}\ntypedef struct node node_t;\n`,
  'a.cpp': `namespace app {\nclass Window : public Frame {\n  void draw();\n};\nvoid Window::draw() { paint(); std::sort(1); }\n}\n`,
};

const EXPECTED: Readonly<Record<string, readonly [string, string]>> = {
  'a.ts': [
    'Shape:0-0 area:0-0 Circle:1-3 area:2-2 twice:4-4 square:6-6',
    'Circle1 Shape1 pow1 square1 twice1',
  ],
  'a.js': ['open:0-0 run:1-1 stop:1-1 A:2-2 m:2-2', 'close1 halt1 n1'],
  'a.py': ['Tree:0-3 height:2-3 helper:5-6', 'depth1 helper1'],
  'a.go': ['Box:2-2 Open:4-4 New:6-6', 'Box2 Errorf1 Item1 build1 error1'],
  'a.java': ['Account:0-3 total:2-2 Book:4-4', 'Ledger1 Money2 Override1 sum1'],
  'a.rs': ['Queue:0-0 push:2-2 Stack:4-4', 'Queue1 T4 Vec1 grow1 make1 push1'],
  'a.c': ['node:0-0 find:1-3 node_t:4-4', 'lookup1 node2'],
  'a.cpp': ['app:0-5 Window:1-3 draw:2-2 draw:4-4', 'Frame1 paint1 sort1'],
};

test('finds what each language defines and uses', async () => {
  await using tagger = new Tagger();
  for (const [path, text] of Object.entries(SOURCES)) {
    const [tags] = await tagger.read([{ path, text }]);
    const definitions = tags?.definitions.map(({ name, line, end }) => `${name}:${line}-${end}`);
    const references = tags?.references.names.map(
      (name, at) => `${name}${tags.references.counts[at]}`,
    );
    expect([path, definitions?.join(' '), references?.sort().join(' ')]).toEqual([
      path,
      ...(EXPECTED[path] ?? []),
    ]);
  }
});

test('a file without a parser or with invalid text has no tags, and other files keep theirs', async () => {
  await using tagger = new Tagger();
  const read = await tagger.read([
    { path: 'a.txt', text: 'class X {}' },
    { path: 'b.py', text: 'def ((((\u0000' },
    { path: 'c.py', text: 'def fine(): pass\n' },
  ]);
  expect(read.map((tags) => tags?.definitions.map(({ name }) => name))).toEqual([
    [],
    expect.any(Array),
    ['fine'],
  ]);
});
