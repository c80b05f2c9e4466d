import type { Witness } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { compareMatches, type ComparedMatch } from './match-states.ts';
import { rulesetOf, source } from '../rules.testkit.ts';
import { toSarif } from './sarif.ts';
import { scanFiles } from '../scan/scan-files.ts';

const { additive: rules } = await rulesetOf({
  'additive/a.yml':
    'id: second\nlanguage: ts\nmessage: calls foo\nrule: { pattern: foo($A) }\n---\n' +
    'id: first\nlanguage: ts\nrule: { pattern: bar($A) }\n',
});

/** The matches of a tree that is compared with an empty one. */
function fresh(witnesses: readonly Witness[]): readonly ComparedMatch[] {
  return compareMatches([], witnesses, () => undefined);
}

test('a log of version 2.1.0 with rules, locations and escaped paths', async () => {
  const { witnesses } = await scanFiles(rules, [source('src/a b#1.ts', '"😀"; foo(\n1)')]);
  expect(toSarif(fresh(witnesses), rules, '0.1.0')).toEqual({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'refbench',
            version: '0.1.0',
            rules: [
              {
                id: 'first',
                shortDescription: { text: 'first' },
                properties: { side: 'additive', language: 'TypeScript' },
              },
              {
                id: 'second',
                shortDescription: { text: 'calls foo' },
                properties: { side: 'additive', language: 'TypeScript' },
              },
            ],
          },
        },
        columnKind: 'utf16CodeUnits',
        results: [
          {
            ruleId: 'second',
            ruleIndex: 1,
            level: 'note',
            baselineState: 'new',
            message: { text: 'calls foo' },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'src/a%20b%231.ts', uriBaseId: 'SRCROOT' },
                  region: { startLine: 1, startColumn: 7, endLine: 2, endColumn: 3 },
                },
              },
            ],
          },
        ],
      },
    ],
  });
});

test('the bytes do not depend on the order of witnesses and rules', async () => {
  const { witnesses } = await scanFiles(rules, [
    source('b.ts', 'foo(bar(1))'),
    source('a.ts', 'bar(foo(1)); foo(2)'),
  ]);
  const log = JSON.stringify(toSarif(fresh(witnesses), rules, '1'));
  expect(JSON.stringify(toSarif(fresh(witnesses.toReversed()), rules.toReversed(), '1'))).toBe(log);
});

test('a witness without its rule is an error', () => {
  const place = { line: 1, column: 1 };
  const stray = { rule: 'x', file: 'a.ts', start: place, end: place };
  expect(() => toSarif(fresh([stray]), rules, '1')).toThrow(RangeError);
});

test('matches of base that are gone come last, with their place in base', async () => {
  const { witnesses } = await scanFiles(rules, [source('z.ts', 'foo(1)')]);
  const gone = await scanFiles(rules, [source('a.ts', 'foo(2)')]);
  const matches = compareMatches(gone.witnesses, witnesses, () => undefined);
  const { results } = toSarif(matches, rules, '1').runs[0];
  expect(
    results.map(({ baselineState, locations }) => [
      baselineState,
      locations[0]?.physicalLocation.artifactLocation.uri,
    ]),
  ).toEqual([
    ['new', 'z.ts'],
    ['absent', 'a.ts'],
  ]);
});
