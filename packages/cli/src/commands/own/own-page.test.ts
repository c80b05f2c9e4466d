import type { OwnCandidateView, OwnSetView } from '@refbench/datasets';
import { describe, expect, test } from 'vitest';
import { OWN_SET_OUTPUT } from '../../command-line/outputs/own-outputs.ts';
import { nameOfSource } from './name-of-source.ts';
import { ownPage } from './own-page.ts';
import { ownText } from './own-text.ts';

const candidate: OwnCandidateView = {
  id: 'own__it-0123abcd',
  title: 'Split <script>alert(1)</script>',
  kind: 'range',
  commits: ['0123456789', 'abcdef0123'],
  date: '2026-01-02',
  language: 'go',
  evidence: ['14 files, 3 renamed'],
  stage: 'admitted',
  steps: [],
  loss: undefined,
  minutes: 2.5,
};
const view: OwnSetView = {
  name: 'own/it',
  want: 2,
  end: undefined,
  read: 40,
  isShallow: false,
  rejected: [{ commit: '99'.repeat(20), title: 'Add a feature', reason: 'new code' }],
  candidates: [
    candidate,
    {
      ...candidate,
      title: 'Move things',
      stage: 'dropped',
      loss: { step: 'environment', reason: 'no tests', advice: 'Correct environment/.' },
    },
    { ...candidate, title: 'Later', stage: 'waiting' },
  ],
};
const details = new Map([
  [
    'own__it-0123abcd',
    {
      id: 'own__it-0123abcd',
      category: 'structural',
      instructed: '# Split',
      open: 'Improve it',
      gates: [{ name: 'coverage', notes: ['executes 9 of 10'] }],
      rules: [
        {
          id: 'a-1',
          side: 'additive' as const,
          message: 'new <b>call</b>',
          places: 7,
          first: 'a.go:3',
        },
      ],
      diff: '+<img src=x>',
      isCut: false,
      suiteSeconds: 3.21,
    },
  ],
]);

describe('own.html', () => {
  test('shows text of the repository as text', () => {
    const page = ownPage(view, details);
    expect(page).toContain('Split &lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('+&lt;img src=x&gt;');
    expect(page).not.toMatch(/<script|<img|<b>call/);
  });

  test('says what was admitted, what was lost, and what would save it', () => {
    const page = ownPage(view, details);
    expect(page).toContain(
      '1 of 2 instances admitted. Of the other candidates, 1 dropped out and 1 are waiting.',
    );
    expect(page).toContain('2 commits joined to one');
    expect(page).toContain('<code>9999999999</code> Add a feature: new code');
    expect(page).toContain('executes 9 of 10');
    expect(page).toContain('7 places, first <code>a.go:3</code>');
    expect(page).toContain('one run of the suite takes 3.2 s');
    expect(page).toContain('<strong>Lost at environment:</strong> no tests');
    expect(page).toContain('<strong>What would save it:</strong> Correct environment/.');
  });

  test('says what a run of an agent takes', () => {
    const page = ownPage(view, details);
    expect(page).toContain('One attempt of an agent on 1 instance takes');
    expect(page).toContain('at most $11.');
    expect(ownPage(view, new Map())).not.toContain('One attempt of an agent');
  });

  test('reloads itself only while the command runs', () => {
    expect(ownPage(view, details)).toContain('http-equiv="refresh"');
    const ended = ownPage({ ...view, end: 'time' }, details);
    expect(ended).not.toContain('http-equiv="refresh"');
    expect(ended).toContain('The same command continues.');
  });
});

test('the JSON output follows its schema', () => {
  const printed: unknown = JSON.parse(JSON.stringify({ ...view, end: 'enough' }));
  expect(OWN_SET_OUTPUT.schema.safeParse(printed).error).toBeUndefined();
});

test('the terminal gets the next command only if there is an instance', () => {
  const ended = { ...view, end: 'candidates' as const };
  expect(ownText(ended, '.refbench-own')).toMatch(/Next:\n {2}cd \.refbench-own\n {2}refbench run/);
  const none = { ...ended, candidates: view.candidates.slice(1) };
  expect(ownText(none, '.refbench-own')).not.toContain('Next:');
  expect(ownText({ ...none, isShallow: true }, '.refbench-own')).toContain('git fetch --unshallow');
});

test.each([
  ['/home/me/My Service', 'my-service'],
  ['https://example.org/team/Tool.git', 'tool'],
  ['/', 'repository'],
  ['../a/...b', 'b'],
])('the name of %s is %s', (source, name) => {
  expect(nameOfSource(source)).toBe(name);
});
