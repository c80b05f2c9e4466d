import type { AttemptRecord, Score, TrajectoryStep } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { behaviourSchema } from '../schema/behaviour.ts';
import type { DiffFile, Mark } from '../schema/diff-view.ts';
import { behaviourOf } from './behaviour-of.ts';

function step(
  id: number,
  name: string,
  input: Record<string, unknown>,
  output = '',
): TrajectoryStep {
  return {
    step_id: id,
    source: 'agent',
    message: '',
    tool_calls: [{ tool_call_id: `c${id}`, function_name: name, arguments: input }],
    observation: { results: [{ source_call_id: `c${id}`, content: output }] },
  };
}

function file(path: string, text = 'x', marks: readonly Mark[] = []): DiffFile {
  return {
    path,
    oldPath: null,
    status: 'modified',
    binary: false,
    added: 1,
    removed: 0,
    truncated: 0,
    hunks: [
      {
        header: '@@ -1,0 +1,1 @@',
        lines: [
          {
            kind: 'added',
            old: null,
            new: 1,
            text,
            marks: [...marks],
          },
        ],
      },
    ],
  };
}

const record = (kind: string, harvested = 'patch'): AttemptRecord =>
  ({ outcome: { kind }, harvested: { kind: harvested } }) as AttemptRecord;
const score = (pass: 0 | 1, ifr: number): Score =>
  ({
    pass,
    verdict: 'model',
    ifr: { total: ifr },
    tests: { passed: 1, total: 3, p_min: 3 },
  }) as Score;
const gained: Mark = { rule: 'r', side: 'additive', effect: 'gained', lines: 1 };
const speaking: TrajectoryStep = { step_id: 1, source: 'agent', message: 'I read the code.' };

test('an attempt without steps has no behaviour', () => {
  const input = { steps: [], record: record('completed'), score: undefined, diff: [] };
  expect(behaviourOf(input)).toBeNull();
});

test.each([
  [
    'Claude Code',
    'Bash',
    'Read',
    { file_path: '/testbed/a.ts' },
    'Edit',
    { file_path: '/testbed/a.ts' },
  ],
  [
    'Codex',
    'command_execution',
    'view',
    { path: 'a.ts' },
    'file_change',
    { changes: [{ path: 'a.ts' }] },
  ],
  [
    'Gemini CLI',
    'run_shell_command',
    'read_file',
    { absolute_path: 'a.ts' },
    'replace',
    { file_path: 'a.ts' },
  ],
  ['OpenCode', 'bash', 'read', { filePath: 'a.ts' }, 'edit', { filePath: 'a.ts' }],
])('the tools of %s', (_, shell, read, readInput, edit, editInput) => {
  const steps = [
    speaking,
    step(2, read, readInput),
    step(3, edit, editInput),
    step(4, shell, { command: 'npm test 2>&1 | tail -5' }),
    step(5, shell, { command: 'npx tsc --noEmit' }, 'Exit code 2'),
  ];
  const found = behaviourOf({
    steps,
    record: record('completed'),
    score: score(1, 1),
    diff: [file('a.ts', 'x', [gained])],
  });
  expect(behaviourSchema.parse(found)).toMatchObject({
    steps: 5,
    toolCalls: 4,
    filesRead: 1,
    filesEdited: 1,
    failedCalls: 1,
    firstEditStep: 3,
    firstEditShare: 0.4,
    ending: 'completed',
    failureModes: [],
    activities: {
      tests: 1,
      build: 1,
      linter: 0,
      'bulk-substitution': 0,
      search: 0,
    },
  });
});

const substitution = step(2, 'Bash', { command: 'grep -rl a . | xargs sed -i s/a/b/' });
const three = [file('a.ts', 'x', [gained]), file('b.ts'), file('c.ts')];

test.each([
  ['nothing-changed', { diff: [] }, 'The patch is empty.'],
  [
    'stopped-early',
    { record: record('timed-out'), diff: three },
    'The attempt ended as timed-out.',
  ],
  [
    'tests-broken',
    { score: score(0, 0.5), diff: three },
    '1 of 3 tests pass; at least 3 must pass.',
  ],
  [
    'off-topic',
    { score: score(1, 0), diff: [file('a.ts')] },
    'The patch changes 1 file, and no rule matches differently.',
  ],
  [
    'replaced-by-pattern',
    { steps: [speaking, substitution], diff: three },
    '1 call substituted text, and 0 of 3 changed files were edited one by one.',
  ],
  [
    'shim-left-behind',
    { diff: [{ ...file('old.ts', "export * from './new.ts';", [gained]), removed: 9 }] },
    "old.ts:1 keeps an old name: export * from './new.ts';",
  ],
  [
    'shim-left-behind',
    { diff: [file('new.ts', '/** @deprecated Use fresh(). */', [gained])] },
    'new.ts:1 keeps an old name: /** @deprecated Use fresh(). */',
  ],
])('%s is found with its evidence', (mode, change, evidence) => {
  const input = {
    steps: [speaking],
    record: record('completed'),
    score: score(1, 0.5),
    diff: three,
  };
  expect(behaviourOf({ ...input, ...change })?.failureModes).toEqual([{ mode, evidence }]);
});

test.each([
  ['a new file', { status: 'added', removed: 0 }],
  ['a line more in a file', { status: 'modified', removed: 0 }],
] as const)('%s that exports others is no shim', (_, change) => {
  const diff = [{ ...file('index.ts', "export * from './html';", [gained]), ...change }];
  const input = { steps: [speaking], record: record('completed'), score: score(1, 0.5), diff };
  expect(behaviourOf(input)?.failureModes).toEqual([]);
});

test('a substitution beside edits of most files is no failure', () => {
  const edits = ['a.ts', 'b.ts'].map((name, index) => step(index + 3, 'Edit', { file_path: name }));
  const steps = [speaking, substitution, ...edits];
  const input = { steps, record: record('completed'), score: score(1, 0.5), diff: three };
  expect(behaviourOf(input)?.failureModes).toEqual([]);
});
