import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { completionScript, type Shell } from './command-line/completion.ts';
import { createProgram } from './program.ts';

const run = promisify(execFile);

async function script(shell: Shell): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-completion-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, `refbench.${shell}`);
  await writeFile(path, completionScript(await createProgram(() => undefined, []), shell));
  return path;
}

/** Returns the completions that bash offers for the last of these words. */
async function bash(path: string, ...words: string[]): Promise<readonly string[]> {
  const list = ['refbench', ...words].map((word) => `'${word}'`).join(' ');
  // Stands for the installed command, which lists the values of some options.
  const command = 'refbench() { echo "$2-one"; echo "$2-two"; }';
  const program = `${command}; source '${path}'; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _refbench; printf '%s\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['--norc', '-c', program]);
  return stdout.split('\n').filter((word) => word !== '');
}

test('bash completes commands, options and known values', async () => {
  const path = await script('bash');
  expect(await bash(path, 'ru')).toEqual(['run', 'runs', 'rules']);
  expect(await bash(path, 'rules', 'sc')).toEqual(['scan']);
  expect(await bash(path, 'rules', 'import', '')).toContain('opengrep');
  expect(await bash(path, 'run', '--inst')).toEqual(['--instances', '--instances-dir']);
  expect(await bash(path, 'run', '--agent', 'nop', '--track', '')).toEqual(['instructed', 'open']);
  expect(await bash(path, 'run', '--mode', 'mul')).toEqual(['multiplan']);
});

test('bash completes values that the command lists', async () => {
  const path = await script('bash');
  expect(await bash(path, 'run', '--model', '')).toEqual(['models-one', 'models-two']);
  expect(await bash(path, 'run', '--instances', 'instances-t')).toEqual(['instances-two']);
  expect(await bash(path, 'run', '--agent', 'agents-o')).toEqual(['agents-one']);
  // An agent can be a folder.
  expect(await bash(path, 'run', '--agent', '/tm')).toContain('/tmp');
});

async function isInstalled(shell: string): Promise<boolean> {
  return await run(shell, ['-c', 'true']).then(
    () => true,
    () => false,
  );
}

const hasZsh = await isInstalled('zsh');
const hasFish = await isInstalled('fish');

test.skipIf(!hasZsh)('zsh loads the completion script (skipped without zsh)', async () => {
  const path = await script('zsh');
  const program = `autoload -Uz compinit && compinit -u -D; source '${path}'; print -r -- "$_comps[refbench]"`;
  const { stdout } = await run('zsh', ['-f', '-c', program]);
  expect(stdout).toContain('_refbench');
});

test.skipIf(!hasFish)('fish completes commands and options (skipped without fish)', async () => {
  const path = await script('fish');
  const offers = async (line: string): Promise<string> =>
    (
      await run('fish', [
        '--no-config',
        '-c',
        `function refbench; echo "$argv[2]-one"; end; source '${path}'; complete -C '${line}'`,
      ])
    ).stdout;
  expect(await offers('refbench ru')).toMatch(/^run\t/m);
  expect(await offers('refbench rules sc')).toMatch(/^scan\t/m);
  expect(await offers('refbench run --trac')).toMatch(/^--track\t/m);
  expect(await offers('refbench run --track ')).toMatch(/^open/m);
  expect(await offers('refbench run --model ')).toMatch(/^models-one/m);
});
