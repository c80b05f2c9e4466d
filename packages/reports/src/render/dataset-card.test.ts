import { expect, test } from 'vitest';
import { datasetCardSchema, type DatasetCard } from '../model/dataset-card.ts';
import { renderDatasetCard } from './dataset-card.ts';

type CardInstance = DatasetCard['instances'][number];

const CANARY = '00000000-1111-2222-3333-444444444444';
const DIGEST = `sha256:${'a'.repeat(64)}`;

function instance(own: Partial<CardInstance>): CardInstance {
  return {
    id: 'o__r-00000001',
    repository: 'o/r',
    language: 'go',
    category: 'api',
    untested: false,
    sourceFiles: 10,
    sourceLines: 1000,
    changedFiles: 2,
    diff: { added: 30, removed: 10 },
    counted: { added: 20, removed: 0 },
    additiveRules: 3,
    reductiveRules: 2,
    tests: 12,
    words: { instructed: 100, open: 20 },
    link: 'https://github.com/o/r/commit/1',
    committed: '2024-02-03',
    licence: 'MIT',
    licenceFile: 'LICENSE',
    licenceLink: 'https://github.com/o/r/blob/2/LICENSE',
    unmeasured: [],
    ...own,
  };
}

function cardOf(instances: readonly CardInstance[]): string {
  return renderDatasetCard(
    datasetCardSchema.parse({
      schema: 1,
      kind: 'refbench-dataset-card',
      dataset: {
        schema: 1,
        name: 'my-set',
        version: '1.2.3',
        canary: CANARY,
        description: 'Some tasks.',
        licence: 'MIT',
      },
      digest: DIGEST,
      instances,
      missing: [],
    }),
  );
}

const rowOf = (card: string, start: string): string =>
  card.split('\n').find((line) => line.startsWith(`| ${start}`)) ?? '';

test('an instance is a row with commit, diff, rules, tests and licence', () => {
  const card = cardOf([instance({})]);
  expect(rowOf(card, String.raw`o\_\_r-00000001`)).toBe(
    String.raw`| o\_\_r-00000001 | [o/r](<https://github.com/o/r/commit/1>) | 2024-02-03 | go | +30 -10 | 3 + 2 | 12 | MIT, [LICENSE](<https://github.com/o/r/blob/2/LICENSE>) |`,
  );
});

test('conditions without a measurement are counted', () => {
  const two = [
    instance({ unmeasured: ['labels'] }),
    instance({ unmeasured: ['coverage', 'labels'] }),
  ];
  expect(cardOf(two)).toContain('Not measured, by number of instances: coverage: 1, labels: 2.');
  expect(cardOf([instance({}), instance({ unmeasured: null })])).not.toContain('Not measured');
});

test('what is not known is said, and never a link', () => {
  const card = cardOf([
    instance({
      link: null,
      additiveRules: null,
      reductiveRules: null,
      tests: null,
      licence: 'ISC',
      licenceFile: null,
      licenceLink: null,
    }),
  ]);
  expect(rowOf(card, 'o')).toContain(
    '| o/r (bundled) | 2024-02-03 | go | +30 -10 | - | - | ISC, no file |',
  );
});

test('an instance without tests is counted and marked', () => {
  const card = cardOf([instance({ untested: true, tests: null }), instance({ id: 'b__c-1' })]);
  expect(rowOf(card, 'o')).toContain('| 3 + 2 | no tests | MIT');
  expect(card).toContain('\n1 instance without tests');
  expect(cardOf([instance({})])).not.toContain('have no tests');
});

test('front matter and text have version, canary and digest', () => {
  const card = cardOf([instance({})]);
  expect(card).toMatch(/^---\npretty_name: my-set\nlicense: mit\n/);
  expect(card).toContain(
    `\nrefbench:\n  name: my-set\n  version: 1.2.3\n  canary: ${CANARY}\n  digest: ${DIGEST}\n---\n`,
  );
  expect(card.split(CANARY)).toHaveLength(3);
  expect(card.split(DIGEST)).toHaveLength(3);
});

test('the order of the instances has no influence; counts are by language and category', () => {
  const two = [instance({}), instance({ id: 'o__r-00000000', language: 'rust', category: 'b|c' })];
  expect(cardOf(two)).toBe(cardOf(two.toReversed()));
  expect(rowOf(cardOf(two), 'rust')).toBe('| rust | 1 | 1 |');
  expect(rowOf(cardOf(two), 'b')).toBe(String.raw`| b\|c | 1 | 1 |`);
});

test('a card says first what it does not describe, and has no digest', () => {
  const card = renderDatasetCard({
    schema: 1,
    kind: 'refbench-dataset-card',
    dataset: null,
    digest: null,
    instances: [datasetCardSchema.shape.instances.element.parse(instance({}))],
    missing: [
      {
        id: 'a__b-1',
        reason: 'no mirror',
        hint: 'add one',
      },
    ],
  });
  expect(card).toContain('# Unnamed data set\n\n**This card is not complete.**');
  expect(card).toContain(String.raw`- a\_\_b-1: no mirror`);
  expect(card).toContain('\nrefbench:\n  digest: unknown\n');
  expect(card).not.toContain('## Verification');
});

test('names cannot break out of a link', () => {
  const card = cardOf([instance({ repository: 'a](b', link: 'https://x.org/> [y](z' })]);
  expect(rowOf(card, 'o')).toContain(String.raw`[a\](b](<https://x.org/%3E%20[y](z>)`);
});
