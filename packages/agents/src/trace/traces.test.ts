import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trajectorySchema } from '@refbench/contracts';
import { CLIENTS } from '../clients/clients.ts';
import { toTrajectory } from './trajectory.ts';
import type { Trace } from '../agent/trace.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/traces', import.meta.url));

/** What the real client printed in a session of two requests, without its longest lines. */
async function recorded(client: string): Promise<Trace> {
  const read = CLIENTS.find(({ name }) => name === client)?.readTrace;
  const trace = read?.(await readFile(`${fixtures}/${client}.jsonl`));
  if (trace === undefined) throw new Error(`nothing was read of ${client}`);
  return trace;
}

const names = CLIENTS.map(({ name }) => name);

test.each(names)('%s: a command, what it answered, and the last word', async (name) => {
  const trace = await recorded(name);
  const calls = trace.steps.flatMap((step) => step.tool_calls ?? []);
  expect(calls).toHaveLength(1);
  expect(JSON.stringify(calls[0]?.arguments)).toContain('echo edited >> README.md');
  const observed = trace.steps.flatMap((step) => step.observation?.results ?? []);
  expect(observed).toMatchObject([
    { source_call_id: calls[0]?.tool_call_id, content: expect.stringContaining('10001') as string },
  ]);
  expect(trace.steps.at(-1)?.message).toBe('Done.');
  expect(trace.sessionId).not.toBe('');
});

// Each answer of the server reports 150 input tokens (30 of them cached) and 44 output tokens.
test.each(names)('%s: tokens are counted with the cache and with reasoning', async (name) => {
  expect((await recorded(name)).usage).toEqual({ inputTokens: 300, outputTokens: 88 });
});

test.each(names)('%s: the trajectory is valid', async (name) => {
  const trajectory = toTrajectory(
    {
      name,
      version: '1',
      digest: `sha256:${'0'.repeat(64)}`,
      modes: ['direct'],
      model: { name: 'm', names: ['m'] },
      prepare: () => Promise.reject(new Error('not here')),
    },
    await recorded(name),
  );
  expect(trajectorySchema.parse(trajectory)).toEqual(trajectory);
  expect(trajectory.steps.map((step) => step.step_id)).toEqual(
    trajectory.steps.map((_, index) => index + 1),
  );
});

test.each(names)('%s: a log that was cut gives steps without a total', async (name) => {
  const read = CLIENTS.find((client) => client.name === name)?.readTrace;
  const whole = await readFile(`${fixtures}/${name}.jsonl`, 'utf8');
  const first = whole.split('\n').find((line) => /tool_(use|call)|item_0/.test(line)) ?? '';
  expect(read?.(Buffer.from(`${first}\n{"type":"resu`))?.usage).toBeUndefined();
});

const hostile = fc.oneof(
  fc.json().map((text) => Buffer.from(`{"type":"assistant","message":${text}}\n`)),
  fc.json().map((text) => Buffer.from(`{"type":"result","usage":${text},"stats":${text}}\n`)),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
);

test.each(CLIENTS)('$name: nothing that an agent prints breaks the reader', ({ readTrace }) => {
  fc.assert(
    fc.property(hostile, (bytes) => {
      expect(() => readTrace(bytes)).not.toThrow();
    }),
  );
});

test('an empty log has no trace', () => {
  expect(CLIENTS.map(({ readTrace }) => readTrace(Buffer.alloc(0)))).toEqual(
    CLIENTS.map(() => undefined),
  );
});
