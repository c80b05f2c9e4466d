import type { MatchCase } from './opengrep.testkit.ts';

const GO = `package p

import (
	"context"
	b "example.com/lib/base"
)

type Config struct {
	Name string
	Size int
}

func (c *Config) Run(ctx context.Context, n int) error {
	if err := c.check(n); err != nil {
		return err
	}
	for _, item := range c.items {
		go func() {
			c.use(item, n)
		}()
	}
	return nil
}

func open(path string) (*Config, error) {
	cfg := &Config{Size: 0x10, Name: "main"}
	lock(cfg)
	defer unlock(cfg)
	switch path {
	case "a":
		cfg.Name = path
	}
	var limit = 16
	set(limit, b.Key)
	return cfg, nil
}
`;

const TS = `import React, { useState as state } from 'react';
import * as fs from "fs";
const limit = 10;
const name = 'x' + 'y';

export class Shop extends Base {
  private total: number = 0;
  add(item: Item, count = 1): void {
    this.total += item.price(count);
    log('added', { item, count, when: now() });
  }
}

export const double = async (value: number) => value * 2;

function run(shop: Shop) {
  const value = double(limit);
  if (shop) shop.add(value);
  else {
    fs.readFile(name, 'utf8');
  }
  shop.query().where(1).limit(limit).all();
  return [1, 2, value].map((each) => { total(each); });
}
`;

const go = (title: string, rule: MatchCase['rule'], ...lines: readonly string[]): MatchCase => ({
  title,
  path: 'a.go',
  rule,
  source: GO,
  lines,
});

const ts = (title: string, rule: MatchCase['rule'], ...lines: readonly string[]): MatchCase => ({
  title,
  path: 'a.ts',
  rule,
  source: TS,
  lines,
});

/** Expectations are what opengrep 1.30 reports; `opengrep-agreement.test.ts` asks it where it is. */
export const MATCH_CASES: readonly MatchCase[] = [
  go('a call with any arguments', { pattern: 'lock(...)' }, '27-27'),
  go('a method of any object', { pattern: '$X.use($Y, ...)' }, '19-19'),
  go('the same metavariable twice', { pattern: 'c.use($A, $A)' }),
  go('a function by its head', { pattern: 'func $F(...) error' }, '13-13'),
  go(
    'a method by receiver and result',
    { pattern: 'func ($R *$T) $M(...) error { ... }' },
    '13-23',
  ),
  go('a statement sequence', { pattern: 'lock($C)\n...\nreturn $C, nil' }, '27-35'),
  go(
    'a block with something in it',
    { pattern: 'func $F(...) ($A, error) {\n...\nset(...)\n...\n}' },
    '25-36',
  ),
  go('statements of inner functions', { pattern: 'for ... {\n...\nc.use(...)\n...\n}' }, '17-21'),
  go('fields of a literal in any order', { pattern: '&Config{Name: $N, Size: 16}' }, '26-26'),
  go('a field alone', { pattern: 'Name: $N' }, '26-26'),
  go('= also means :=', { pattern: '$X = &Config{...}' }, '26-26'),
  go(':= does not mean =', { pattern: '$X.Name := $Y' }),
  go('a declaration is an assignment', { pattern: 'limit = 16' }, '33-33'),
  go('an error check', { pattern: 'if $E != nil { return $E }' }, '14-16'),
  go('a struct with a field', { pattern: 'type $T struct {\n...\nSize int\n...\n}' }, '8-11'),
  go('an import', { pattern: 'import "context"' }, '3-4'),
  go('an import with its name', { pattern: 'import $N "example.com/lib/base"' }, '3-5'),
  go('a typed metavariable', { pattern: 'cfg.Name = ($X : string)' }, '31-31'),
  go(
    'a value followed',
    { pattern: 'set(16, ...)', options: { symbolic_propagation: true } },
    '34-34',
  ),
  go('a case with a body', { pattern: 'switch $X { case "a": ... }' }, '29-31'),
  go(
    'not inside',
    {
      patterns: [
        { pattern: 'return ...' },
        { 'pattern-not-inside': 'func open(...) (...) { ... }' },
      ],
    },
    '15-15',
    '19-19',
    '22-22',
  ),
  go(
    'a regular expression on a metavariable',
    {
      patterns: [
        { pattern: '$F(cfg)' },
        { 'metavariable-regex': { metavariable: '$F', regex: '^un' } },
      ],
    },
    '28-28',
  ),
  go(
    'focus on a part',
    {
      patterns: [
        { pattern: 'func $F(...) error { $...BODY }' },
        { 'focus-metavariable': '$...BODY' },
      ],
    },
    '14-22',
  ),
  go(
    'a pattern within a metavariable',
    {
      patterns: [
        { pattern: 'set($A, $B)' },
        { 'metavariable-pattern': { metavariable: '$B', pattern: 'b.$K' } },
      ],
    },
    '34-34',
  ),
  go(
    'a regular expression over lines',
    { 'pattern-regex': '^type \\w+ struct \\{\\n\\tName' },
    '8-9',
  ),
  go(
    'a regular expression but not another',
    {
      patterns: [{ 'pattern-regex': 'return \\w+' }, { 'pattern-not-regex': 'return nil' }],
    },
    '15-15',
    '35-35',
  ),
  ts('a named import', { pattern: "import { useState as $S } from 'react'" }, '1-1'),
  ts('a default import', { pattern: "import $R from 'react'" }, '1-1'),
  ts('an import of everything', { pattern: 'import * as $F from "fs"' }, '2-2'),
  ts('quotes do not matter', { pattern: 'log("added", ...)' }, '10-10'),
  ts('an object with more fields', { pattern: '({ count, ... })' }, '10-10'),
  ts('a property alone', { pattern: 'when: $W' }, '10-10'),
  ts(
    'a class with a method',
    { pattern: 'class $C extends Base { ... add(...) { ... } ... }' },
    '6-12',
  ),
  ts('a method alone', { pattern: 'add($A, ...) { ... }' }, '8-11'),
  ts('an exported class', { pattern: 'export class $C extends $B { ... }' }, '6-12'),
  ts('an arrow function as a function', { pattern: 'function double(...) { ... }' }, '14-14'),
  ts('an implicit return', { pattern: '($X) => $X * 2' }, '14-14'),
  ts('a folded string', { pattern: 'fs.readFile("xy", ...)' }, '20-20'),
  ts('a constant', { pattern: 'double(10)' }, '17-17'),
  ts('a chain with anything between', { pattern: 'shop. ... .all()' }, '22-22'),
  ts('an expression within another', { pattern: 'return <... total($X) ...>' }),
  ts('an expression deep inside', { pattern: 'this.total += <... item ...>' }, '9-9'),
  ts('an expression statement within another', { pattern: 'now();' }, '10-10'),
  ts('var stands for const', { pattern: 'var $X = double(...)' }, '17-17'),
  ts('a branch without braces', { pattern: 'if ($X) { $X.add(...) }' }, '18-21'),
  ts(
    'either',
    { 'pattern-either': [{ pattern: 'total(...)' }, { pattern: 'now()' }] },
    '10-10',
    '23-23',
  ),
  ts(
    'a comparison',
    {
      patterns: [
        { pattern: '$X.where($N)' },
        { 'metavariable-comparison': { metavariable: '$N', comparison: '$N < 2' } },
      ],
    },
    '22-22',
  ),
];
