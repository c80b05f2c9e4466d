import { expect, test } from 'vitest';
import { RefbenchError } from '@refbench/contracts';
import { AnswerMisfit } from '@refbench/models';
import { modelJudge, type Judge, type StructuredClient } from './judge.ts';

/** A model that returns these values, or throws these errors, in order. */
function client(...answers: readonly unknown[]): StructuredClient {
  let next = 0;
  return {
    structured: () => {
      const answer = answers[next++];
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve({
        value: answer as never,
        usd: 0.01,
        usage: { inputTokens: 100, cachedTokens: 0, outputTokens: 10 },
      });
    },
  };
}

const PAID = { usd: 0.01, usage: { inputTokens: 100, cachedTokens: 0, outputTokens: 10 } };

const judgeOf = (answers: StructuredClient): Judge =>
  modelJudge({ model: 'm', asks: 'm', provider: 'anthropic' }, () => answers);

const request = { prompt: 'choose', plans: 5, signal: new AbortController().signal };

test('a valid choice is accepted unchanged', async () => {
  const judge = judgeOf(client({ choice: 4, reasoning: 'complete' }));
  expect(await judge.choose(request)).toEqual({
    kind: 'chosen',
    choice: 4,
    reasoning: 'complete',
    tries: 1,
    usage: { usd: 0.01, requests: 1, input_tokens: 100, output_tokens: 10, client: null },
  });
});

test.each([
  ['a choice out of range', { choice: 5, reasoning: 'x' }],
  ['a negative choice', { choice: -1, reasoning: 'x' }],
  ['half a choice', { choice: 1.5, reasoning: 'x' }],
  ['a choice in words', { choice: 'Plan 3', reasoning: 'x' }],
  ['a choice without a reason', { choice: 3, reasoning: '' }],
  ['prose', 'SELECTED: [3]'],
  ['an answer that could not be parsed', new AnswerMisfit('no JSON', PAID)],
])('%s is asked for again, and never guessed from', async (_name, bad) => {
  const corrected = judgeOf(client(bad, bad, { choice: 2, reasoning: 'good' }));
  expect(await corrected.choose(request)).toMatchObject({ kind: 'chosen', choice: 2, tries: 3 });
  const failed = await judgeOf(client(bad, bad, bad)).choose(request);
  expect(failed).toMatchObject({ kind: 'failed', tries: 3 });
});

test('plans that confuse a judge which answers a plain question are undecided, not a failure', async () => {
  const bad = new AnswerMisfit('no answer', PAID);
  const judge = judgeOf(client(bad, bad, bad, { choice: 0, reasoning: 'it does the task' }));
  expect(await judge.choose(request)).toMatchObject({
    kind: 'undecided',
    tries: 3,
    usage: { usd: 0.04, requests: 4 },
  });
});

test('plans that the provider refuses are undecided, too', async () => {
  const refused = new RefbenchError({ kind: 'usage', message: 'HTTP 400', hint: 'none' });
  const judge = judgeOf(client(refused, { choice: 0, reasoning: 'it does the task' }));
  const upstream = { baseUrl: 'http://127.0.0.1:1', apiKey: 'token' };
  expect(await judge.choose({ ...request, upstream })).toMatchObject({ kind: 'undecided' });
});

test('six plans allow one more number', async () => {
  const judge = judgeOf(client({ choice: 5, reasoning: 'x' }));
  expect(await judge.choose({ ...request, plans: 6 })).toMatchObject({ choice: 5 });
});

test('every answer is paid for, including unusable ones', async () => {
  const judge = judgeOf(client({ choice: 9 }, { choice: 1, reasoning: 'x' }));
  expect(await judge.choose(request)).toMatchObject({ usage: { usd: 0.02, requests: 2 } });
});

test('an interrupt ends the judgement at once', async () => {
  const controller = new AbortController();
  controller.abort();
  const judge = judgeOf(client(new Error('aborted')));
  expect(await judge.choose({ ...request, signal: controller.signal })).toEqual({
    kind: 'stopped',
  });
});

test('a wrong key does not count as a failed answer', async () => {
  const error = new RefbenchError({ kind: 'usage', message: 'no key', hint: 'set one' });
  await expect(judgeOf(client(error)).choose(request)).rejects.toBe(error);
});

test('a refusal by the gateway is explained by the gateway', async () => {
  const error = new RefbenchError({ kind: 'usage', message: 'HTTP 403', hint: 'none' });
  const upstream = { baseUrl: 'http://127.0.0.1:1', apiKey: 'token' };
  expect(await judgeOf(client(error)).choose({ ...request, upstream })).toMatchObject({
    kind: 'failed',
    tries: 1,
  });
});
