import { CommanderError, type Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../program.ts';
import { commandRows } from './command-table.ts';
import { describeProgram } from '../describe-program.ts';
import { quickHelp, type QuickHelp } from './quick-help.ts';

const table = await describeProgram();

/** What the real command line writes. */
async function realHelp(args: readonly string[]): Promise<QuickHelp> {
  const program = await createProgram(() => undefined, []);
  const written = { stdout: '', stderr: '' };
  capture(program, written);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return { ...written, exitCode: error.exitCode };
    throw error;
  }
  throw new Error(`refbench ${args.join(' ')} did not end with help or an error`);
}

function capture(command: Command, written: { stdout: string; stderr: string }): void {
  command.configureOutput({
    writeOut: (text) => void (written.stdout += text),
    writeErr: (text) => void (written.stderr += text),
  });
  for (const below of command.commands) capture(below, written);
}

function pathsBelow(rows: typeof table, above: readonly string[] = []): readonly string[][] {
  return rows.flatMap(({ name, commands }) => [
    [...above, name],
    ...pathsBelow(commands, [...above, name]),
  ]);
}

test.each([[], ...pathsBelow(table)].map((path) => [path.join(' '), path] as const))(
  'help from the table is that of the command: refbench %s',
  async (_, path) => {
    const rows = JSON.parse(JSON.stringify(table)) as typeof table;
    const help = await quickHelp(rows, [...path, '--help']);
    expect(help).toEqual(await realHelp([...path, '--help']));
    expect(help?.stdout).toContain(`Usage: ${['refbench', ...path].join(' ')}`);
  },
);

test.each([
  ['instanc'],
  ['no-such-command'],
  ['instance'],
  ['instance', 'lst'],
  ['help', 'run'],
  ['help', 'no-such-command'],
  ['--no-such-option'],
])('a line that names no command is answered as the real commands do: %s %s', async (...args) => {
  expect(await quickHelp(table, args)).toEqual(await realHelp(args));
});

test.each([
  // An option takes the word as its value.
  [['run', '--agent', '--help', '--instances', '*']],
  [['run', '--agent', 'nop', '--instances', '*']],
  [['run', '--no-such-option']],
  [['report', 'help']],
  // The defaults of hidden options depend on the environment.
  [['env', 'build', '--help-all']],
])('only the real command can tell what this means: %j', async (args) => {
  expect(await quickHelp(table, args)).toBeUndefined();
});

test('a command that is not in the table has no help there', async () => {
  const program = await createProgram(() => undefined, []);
  const rows = commandRows(program).filter(({ name }) => name !== 'run');
  const help = await quickHelp(rows, ['run', '--help']);
  expect(help?.stdout).toContain('Usage: refbench [options] [command]');
});
