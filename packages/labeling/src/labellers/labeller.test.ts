import type { LimitedClient } from '@refbench/models';
import { AnswerMisfit } from '@refbench/models';
import { RefbenchError } from '@refbench/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LabelTask } from '../input/label-task.ts';
import { tasksOfRows } from '../input/label-task.ts';
import { estimateTokens } from '../repo-map/tokens.ts';
import { cutMiddle } from './plan-context.ts';
import { answerQuestion, questionOf, type LabellerClients } from './labeller.ts';
import { pathsBefore } from './patch-paths.ts';
import { readPromptSet } from './prompt-set.ts';

const { signal } = new AbortController();
const usage = { inputTokens: 100, cachedTokens: 10, outputTokens: 20 };
const paid = { usage, usd: 0.5 };

function taskWith(issue: string): LabelTask {
  const row = {
    instance_id: 'i',
    repo: 'a/b',
    base_commit: 'c'.repeat(40),
    problem_statement: issue,
    patch: 'p',
  };
  const [task] = tasksOfRows([row], 'rows');
  if (task === undefined) throw new Error('no task');
  return task;
}

/** Returns these answers in turn: values for structured answers, and strings for free text. */
function client(...answers: readonly unknown[]): LimitedClient {
  const queue = [...answers];
  const next = (): unknown => {
    const answer = queue.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return {
    model: 'm',
    structured: async ({ schema }) => {
      const checked = schema.safeParse(next());
      if (!checked.success) throw new AnswerMisfit('does not fit', paid);
      return { value: checked.data, ...paid };
    },
    text: async () => ({ text: String(next()), stop: 'end', ...paid }),
  };
}

const clients = (one: LimitedClient, reader?: LimitedClient): LabellerClients => ({
  labeller: one,
  ...(reader === undefined ? {} : { reader }),
});

async function ask(
  criterion: 'issue' | 'tests' | 'effort',
  given: LabellerClients,
  scale: 'binary' | 'rubric' = 'rubric',
) {
  const prompts = await readPromptSet();
  const options = { prompts, scale, context: undefined, inWords: given.reader !== undefined };
  const question = questionOf(criterion, taskWith('It fails.'), options);
  return answerQuestion(question, given, { prompts, scale, signal });
}

test('a binary answer is 0 or 3, a rubric all of 0 to 3', async () => {
  const binary = { rationale: 'r', label: 'underspecified', candidate_solution: false };
  expect(await ask('issue', clients(client(binary)), 'binary')).toMatchObject({
    value: { label: 3 },
  });
  const good = { ...binary, label: 'well-specified' };
  expect(await ask('issue', clients(client(good)), 'binary')).toMatchObject({
    value: { label: 0 },
  });
  const rubric = { rationale: 'r', score: 2, candidate_solution: true };
  expect(await ask('issue', clients(client(rubric)))).toMatchObject({
    value: { label: 2, candidate_solution: true },
  });
});

test('a score above 0 without a counter-example is requested again, and its cost counts', async () => {
  const bare = { rationale: 'r', counter_example: ' ', score: 2, other_major_issues: false };
  const full = { ...bare, counter_example: 'a solution named otherwise' };
  const asked = await ask('tests', clients(client(bare, full)));
  expect(asked).toMatchObject({
    kind: 'answered',
    value: { label: 2, counter_example: 'a solution named otherwise' },
    cost: { calls: 2, inputTokens: 200, cachedTokens: 20, usd: 1 },
  });
  expect(await ask('tests', clients(client(bare, bare, bare)))).toMatchObject({
    kind: 'failed',
    provider: false,
    cost: { calls: 3 },
  });
});

test('a provider that does not answer fails the pass; an invalid key fails the run', async () => {
  const error = (kind: 'infra-incomplete' | 'usage'): RefbenchError =>
    new RefbenchError({ kind, message: 'no', hint: 'later' });
  expect(await ask('effort', clients(client(error('infra-incomplete'))))).toMatchObject({
    kind: 'failed',
    provider: true,
  });
  await expect(ask('effort', clients(client(error('usage'))))).rejects.toMatchObject({
    kind: 'usage',
  });
});

test('a reader extracts the score from a free-text answer', async () => {
  const said =
    '<think>score: 3</think>The test wants a name.\n\nCounter-example: another name.\n\nScore: 2';
  expect(await ask('tests', clients(client(said), client('2')))).toMatchObject({
    value: { label: 2, counter_example: 'another name.' },
    cost: { calls: 2, usd: 1 },
  });
  const silent = 'All is well. Score: 1';
  expect(
    await ask('tests', clients(client(silent, silent, silent), client('1', '1', '1'))),
  ).toMatchObject({ kind: 'failed', cost: { calls: 6 } });
  const quick = clients(client('Quick.', 'Quick.'), client('none', '0'));
  expect(await ask('effort', quick)).toMatchObject({ value: { label: 0 }, cost: { calls: 4 } });
});

test('inserted text is never expanded again', async () => {
  const prompts = await readPromptSet();
  const issue = 'See {{patch}} and $& and {{issue}}.';
  const context = { patch: 'THE PATCH', testPatch: '', files: '{{issue}}', repoMap: '' };
  const options = { prompts, scale: 'binary', context, inWords: false } as const;
  const { prompt } = questionOf('tests', taskWith(issue), options);
  expect(prompt).toContain('See {{patch}} and $& and {{issue}}.');
  expect(prompt.split('THE PATCH')).toHaveLength(2);
  expect(prompt).not.toContain('{{repository}}');
});

test('files that a patch adds are not read from base', () => {
  const patch = [
    'diff --git a/new.py b/new.py',
    'new file mode 100644',
    '--- /dev/null',
    '+++ b/new.py',
    '@@ -0,0 +1 @@',
    '+x',
    'diff --git a/old name.py b/moved.py',
    'similarity index 100%',
    'rename from old name.py',
    'rename to moved.py',
    'diff --git a/gone.py b/gone.py',
    'deleted file mode 100644',
    '--- a/gone.py',
    '+++ /dev/null',
    '@@ -1 +0,0 @@',
    '-x',
  ].join('\n');
  expect(pathsBefore([patch, ''])).toEqual(['gone.py', 'old name.py']);
  expect(pathsBefore(['junk\n--- a/x.py\n+++ b/x.py\nnot a hunk\n'])).toEqual(['x.py']);
});

test('a text loses its middle to fit a token budget', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ maxLength: 30 })),
      fc.integer({ min: 30, max: 200 }),
      (lines, tokens) => {
        const text = lines.join('\n');
        const cut = cutMiddle(text, tokens);
        expect(estimateTokens(cut)).toBeLessThanOrEqual(tokens);
        expect(cut === text).toBe(estimateTokens(text) <= tokens);
      },
    ),
  );
});
