import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { expect, test, vi } from 'vitest';
import { leafCommands } from './command-line/docs/command-docs.ts';
import { JSON_OUTPUTS } from './command-line/outputs/json-outputs.ts';
import { PathOption } from './command-line/path-option.ts';
import { generatedPages } from './commands/dev.ts';
import { createProgram } from './program.ts';
import { shellWords } from './shell-words.testkit.ts';

const root = resolve(import.meta.dirname, '../../..');

/** The real command line. Each action is replaced by one that only records that it was reached. */
async function parseOnly(reached: (path: string) => void): Promise<Command> {
  const program = await createProgram(() => undefined, []);
  for (const { path, command } of leafCommands(program)) {
    command.action(() => reached(path));
    for (const option of command.options)
      if (option instanceof PathOption) skipProbe(command, option);
  }
  return program;
}

/** Only strings are probed, and the paths of examples need not exist. */
function skipProbe(command: Command, option: PathOption): void {
  option.argParser((value) => [value]);
  command.setOptionValue(option.attributeName(), undefined);
}

async function commandOf(line: string): Promise<string> {
  let found = '';
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const program = await parseOnly((path) => (found = path));
    const words = shellWords(line).filter((word) => word !== 'npx');
    await program.parseAsync(['node', ...words]);
  } catch (error) {
    throw new Error(`${line}: ${String(error)}`, { cause: error });
  } finally {
    vi.restoreAllMocks();
  }
  return found;
}

const commands = leafCommands(await createProgram(() => undefined, []));

test.each(commands)(
  'refbench $path documents its output, exit codes and examples',
  ({ command }) => {
    expect(command.docs?.output).toMatch(/./);
    expect(command.docs?.examples.length).toBeGreaterThan(0);
    const hasJson = command.options.some(({ long }) => long === '--json');
    expect(command.docs?.json !== undefined || !hasJson).toBe(true);
  },
);

test('options for folders, sources and builds are in --help-all alone', async () => {
  const help = async (flag: string): Promise<string> => {
    let text = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => (text += String(chunk)) !== '');
    try {
      const program = await createProgram(() => undefined, []);
      await program.parseAsync(['node', 'refbench', 'env', 'build', flag]).catch(() => undefined);
    } finally {
      vi.restoreAllMocks();
    }
    return text;
  };
  const short = await help('--help');
  expect(short).toContain('Usage: refbench env build');
  expect(short).not.toMatch(/--state-dir|--build-env/);
  const all = await help('--help-all');
  expect(all).toContain('Usage: refbench env build');
  expect(all).toMatch(/Folders and sources:[^]*--state-dir/);
  expect(all).toMatch(/Image builds behind a proxy:[^]*--build-env/);
});

test('every JSON output is printed by a command', () => {
  const printed = commands.flatMap(({ command: { docs } }) => [docs?.json, docs?.alsoJson]);
  expect(Object.keys(JSON_OUTPUTS).filter((name) => !printed.some((one) => one === name))).toEqual(
    [],
  );
});

test.each(
  commands.flatMap(({ path, command }) =>
    (command.docs?.examples ?? []).map(([line]) => ({ path, line })),
  ),
)('the example is a command line of refbench $path: $line', async ({ path, line }) => {
  expect(await commandOf(line.split(' > ')[0] ?? '')).toBe(path);
});

test.each(['README.md', 'CONTRIBUTING.md', 'packages/mining/README.md'])(
  'every command line of %s is valid',
  async (name) => {
    const text = await readFile(resolve(root, name), 'utf8');
    const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    const inline = [...text.matchAll(/`((?:npx )?refbench [a-z][^`]*)`/g)].map(
      ([, line = '']) => line,
    );
    const lines = [...blocks.flatMap((block) => block.split('\n')), ...inline]
      .flatMap((line) => line.split(' && '))
      .filter((line) => /^(?:npx )?refbench /.test(line))
      // Brackets stand for what may be left out; what follows a hash is for people.
      .map(
        (line) =>
          line
            .replace(/ +#.*$/, '')
            .replace(/ \[.*?\]/g, '')
            .split(' > ')[0] ?? '',
      );
    for (const line of lines) expect(await commandOf(line)).not.toBe('');
    expect(lines.length).toBeGreaterThan(0);
  },
);

test('the generated pages are current (otherwise run refbench dev docs)', async () => {
  for (const [path, text] of generatedPages(await createProgram(() => undefined, []))) {
    expect(await readFile(resolve(root, path), 'utf8')).toBe(text);
  }
});
