import type { BoardView } from '@refbench/leaderboard';
import { EXAMPLE_INSTANCES } from '@refbench/test-helpers';

const DIGEST = `sha256:${'2e'.repeat(32)}`;
const SETTING = { track: 'instructed', mode: 'direct' };

/** Two submissions bring the same reference agent. */
const REFERENCES = ['first', 'second'].map((submission) => ({
  label: `nop (${submission})`,
  submission,
  name: 'nop',
}));

/** Only what pages show of a report: the alignment of two agents by two kinds of refactoring. */
function figuresOf(
  agents: readonly { readonly name: string; readonly alignment: number }[],
): BoardView['report'] {
  return {
    schema: 1,
    kind: 'refbench-report',
    sources: [],
    method: {
      confidence: 0.95,
      test: 'exact',
      seed: 1,
      permutations: 0,
      resamples: 1000,
      absent: 'common',
      cluster: 'instance',
      includeReference: false,
      discoveryRate: 0.05,
    },
    publishable: true,
    holes: [],
    references: [],
    voids: [],
    zeros: [],
    leftOut: [],
    summaries: [],
    coverage: [],
    breakdowns: agents.flatMap(({ name, alignment }) =>
      [
        { value: 'api-rename', n: 2, mean: alignment },
        { value: 'structural', n: 1, mean: 0 },
      ].map((part) => ({
        ...SETTING,
        ...part,
        agent: `Agent ${name}`,
        metric: 'alignment' as const,
        by: 'category' as const,
        standardError: null,
      })),
    ),
    pooled: [],
    comparisons: [],
    ranks: [],
    repeats: [],
    sizes: [],
    groups: [],
    endings: [],
    usage: [],
  };
}

/** A board with the two agents of the example run, and reference agents. */
export function exampleBoard(): BoardView {
  const agents = [
    { name: 'steady', alignment: 0.75, usd: 0.5 },
    { name: 'quick', alignment: 0.25, usd: 0.1 },
  ];
  return {
    schema: 1,
    kind: 'refbench-board',
    title: 'Refactoring of small libraries',
    description: 'Runs of published agents.',
    headline: ['Agent steady has 75.0 % alignment over 3 instances.'],
    submissions: [
      {
        id: 'first',
        run: 'example',
        date: '2026-11-23',
        submitter: 'Someone',
        signer: 'Someone Else',
        graded: { instances: 3, of: 3 },
        tool: 'refbench/0.1.0',
        digest: DIGEST,
        instances: 3,
      },
      {
        id: 'second',
        run: 'example',
        date: '2026-11-24',
        submitter: 'Another',
        signer: null,
        graded: { instances: 0, of: 3 },
        tool: 'refbench/0.1.0',
        digest: DIGEST,
        instances: 3,
      },
    ],
    agents: [
      ...REFERENCES.map((one) => ({
        ...one,
        organisation: '',
        model: null,
        url: null,
        openSource: false,
        reference: true,
        firstLook: false,
        notes: '',
      })),
      ...agents.map(({ name }) => ({
        label: `Agent ${name}`,
        submission: 'first',
        name,
        organisation: 'Example',
        model: 'm',
        url: 'https://example.org/',
        openSource: true,
        reference: false,
        firstLook: false,
        notes: '<img src=x onerror="window.hacked=1">',
      })),
    ],
    attacks: [
      {
        release: '0.2.0',
        date: '2026-11-24',
        rows: [
          attackRow('decoy-code', 'python', { unpaid: 5, marked: 1 }),
          attackRow('decoy-code', 'go', { unpaid: 6 }),
          attackRow('emptied-tests', 'python', { paid: 1, unpaid: 4, published: 1 }),
        ],
        paid: [{ id: 'assertions-made-true', instance: 'a__python-00000000' }],
      },
      {
        release: '0.1.0',
        date: '2026-10-01',
        rows: [attackRow('decoy-code', 'python', { paid: 4, unpaid: 2 })],
        paid: [],
      },
    ],
    resolutions: [{ ...SETTING, smallestDifference: 0.2, noiseFloor: null }],
    summary: [
      ...agents.map(({ name, alignment, usd }) => ({
        ...SETTING,
        agent: `Agent ${name}`,
        n: 3,
        alignment,
        groups: ['a'],
        interval: {
          low: alignment - 0.1,
          high: alignment + 0.1,
        },
        pass: 1,
        ifr: alignment,
        precision: 0.5,
        missing: 0,
        usd,
        seconds: 65,
      })),
      ...REFERENCES.map(({ label }) => ({
        ...SETTING,
        agent: label,
        n: 3,
        alignment: 0,
        groups: [],
        interval: null,
        pass: 1,
        ifr: 0,
        precision: null,
        missing: 0,
        usd: null,
        seconds: 1,
      })),
    ],
    results: agents.flatMap(({ name, alignment, usd }) =>
      EXAMPLE_INSTANCES.map((instance) => ({
        ...SETTING,
        label: `Agent ${name}`,
        submission: 'first',
        instance,
        run: 'example',
        language: 'go',
        category: null,
        key: `${instance}/${name}/1/1`,
        outcome: 'completed',
        pass: 1 as const,
        ifr: alignment,
        alignment,
        precision: 0.5,
        usd,
        ranked: true,
      })),
    ),
    report: figuresOf(agents),
    head: null,
    ledger: [
      {
        schema: 1,
        kind: 'added',
        id: 'first',
        date: '2026-11-23',
        digest: DIGEST,
        why: 'first submission',
        previous: null,
      },
    ],
  };
}

type AttackRow = BoardView['attacks'][number]['rows'][number];

function attackRow(
  name: AttackRow['class'],
  language: string,
  counts: Partial<AttackRow>,
): AttackRow {
  const none = { paid: 0, published: 0, marked: 0, unpaid: 0 };
  return { class: name, instance: `a__${language}-00000000`, language, ...none, ...counts };
}
