import { expect, test } from 'vitest';
import type { Agent } from '@refbench/agents';
import { readAgentTrace } from './agent-trace.ts';

function agent(usage: { inputTokens: number; outputTokens: number } | undefined): Agent {
  return {
    name: 'client',
    version: '1',
    digest: `sha256:${'0'.repeat(64)}`,
    modes: ['direct'],
    model: { name: 'm', names: ['m'] },
    prepare: () => Promise.reject(new Error('not here')),
    readTrace: () => ({ sessionId: 's', steps: [], usage }),
  };
}

const spent = { usd: 1, requests: 2, input_tokens: 1000, output_tokens: 100 };
const meter = { spent: () => spent, warnings: () => [] };

function warningsOf(inputTokens: number, outputTokens: number): readonly string[] | undefined {
  return readAgentTrace(agent({ inputTokens, outputTokens }), Buffer.alloc(0), meter).warnings;
}

test('meters that agree within two per cent produce no warning', () => {
  expect(warningsOf(1000, 100)).toEqual([]);
  expect(warningsOf(1020, 98)).toEqual([]);
});

test.each([
  [1021, 100, 'input'],
  [1000, 97, 'output'],
  [0, 100, 'input'],
])('%i in and %i out: the %s tokens disagree', (input, output, kind) => {
  expect(warningsOf(input, output)).toEqual([expect.stringContaining(`${kind} tokens`) as string]);
});

test('the gateway determines the cost, not the client', () => {
  const { usage } = readAgentTrace(
    agent({ inputTokens: 1, outputTokens: 1 }),
    Buffer.alloc(0),
    meter,
  );
  expect(usage).toEqual({ ...spent, client: { input_tokens: 1, output_tokens: 1 } });
});

test('a client without figures is not compared', () => {
  const trace = readAgentTrace(agent(undefined), Buffer.alloc(0), meter);
  expect(trace.usage?.client).toBeNull();
  expect(trace.warnings).toBeUndefined();
});

test('an agent without a model has no usage', () => {
  expect(readAgentTrace(agent(undefined), Buffer.alloc(0), undefined).usage).toBeUndefined();
});

test('warnings of the gateway come first', () => {
  const odd = { ...meter, warnings: () => ['odd'] };
  expect(readAgentTrace(agent(undefined), Buffer.alloc(0), odd).warnings).toEqual(['odd']);
});
