import { Command } from 'commander';
import { expect, test } from 'vitest';
import { forwardedArguments } from './forwarded-arguments.ts';

const command = new Command('run')
  .option('-a, --agent <name>')
  .option('--runs-dir <dir>')
  .option('--json')
  .option('--no-hint')
  .option('--budget <usd>');

const LOCAL = new Set(['runsDir', 'json']);

test.each([
  [
    ['--agent', 'golden', '--json', '--budget', '2'],
    ['--agent', 'golden', '--budget', '2'],
  ],
  [
    ['--runs-dir', 'x', '-a', 'nop'],
    ['-a', 'nop'],
  ],
  [
    ['--runs-dir=x', '--budget=3', '--no-hint'],
    ['--budget=3', '--no-hint'],
  ],
  [
    ['--agent', '--json'],
    ['--agent', '--json'],
  ],
  [['--agent=a=b', '--runs-dir', '--json', '--json'], ['--agent=a=b']],
])('%j', (given, expected) => {
  expect(forwardedArguments(command, given, LOCAL)).toEqual(expected);
});
