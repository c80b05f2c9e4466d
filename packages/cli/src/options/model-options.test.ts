import { expect, test } from 'vitest';
import { forAgent } from './model-options.ts';

const agents = ['claude-code', 'codex', './mine'];

test.each([
  [['m'], 'codex', 'm'],
  [[], 'codex', undefined],
  [['claude-code=a', 'codex=b'], 'codex', 'b'],
  [['claude-code=a'], 'codex', undefined],
  [['m', 'codex=b'], 'claude-code', 'm'],
  [['codex=b', 'm'], 'codex', 'b'],
  // Not an agent of this command: the "=" is part of the model's name.
  [['provider=model'], 'codex', 'provider=model'],
  [['./mine=x'], './mine', 'x'],
])('%j for %s is %s', (values, agent, expected) => {
  expect(forAgent('--model', values, agent, agents)).toBe(expected);
});

test('an empty value names the option', () => {
  expect(() => forAgent('--model', ['codex='], 'codex', agents)).toThrow(/--model/);
});
