import { expect, test } from 'vitest';
import { readSuiteResult } from './suite-result.ts';

const line = '{"passed":1,"failed":0,"skipped":0,"total":1}\n';
const ended = {
  channel: 'separate',
  program: 'count_tests',
  status: 0,
  signal: null,
  unkillable: false,
};

/** Reads a result from files of /verdict, given by name. */
function read(files: Readonly<Record<string, string>>): ReturnType<typeof readSuiteResult> {
  return readSuiteResult({
    readFile: (path) => {
      const text = files[path.replace('/verdict/', '')];
      return Promise.resolve(text === undefined ? undefined : Buffer.from(text));
    },
  });
}

test('counts and ids of a program that ended by itself are the result', async () => {
  const result = await read({
    'result.json': JSON.stringify(ended),
    output: line,
    ids: '{"id":"a > b","outcome":"passed"}\n',
  });
  expect(result).toMatchObject({ run: { kind: 'counted' }, channel: 'separate' });
  expect(result.tests?.get('a > b')).toBe('passed');
});

test.each([
  [{ program: 'test_command', signal: 'SIGKILL', status: null }, 'was ended by SIGKILL'],
  [{ program: 'run_tests', status: 1 }, 'run_tests ended with status 1'],
  [{ unkillable: true }, 'could not be ended'],
  [{ problem: 'it left more than 20000 reports' }, 'more than 20000 reports'],
])('%j is no verdict, whatever was printed', async (change, reason) => {
  const { run } = await read({
    'result.json': JSON.stringify({ ...ended, ...change }),
    output: line,
  });
  expect(run).toMatchObject({ kind: 'no-verdict', reason: expect.stringContaining(reason) });
});

test.each(['', '{}', 'null', JSON.stringify({ ...ended, more: 1 })])(
  'a result that reads %j is no verdict',
  async (text) => {
    expect((await read({ 'result.json': text, output: line })).run.kind).toBe('no-verdict');
  },
);
