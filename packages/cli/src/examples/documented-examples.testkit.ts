import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { leafCommands, type LeafCommand } from '../command-line/docs/command-docs.ts';

export interface Example {
  /** The documented line without `npx`, comments and optional parts in brackets. */
  readonly line: string;
  /** The files that show it, or `help`. */
  readonly sources: readonly string[];
  readonly command: LeafCommand;
}

/**
 * Collects every example of the help, of README.md and of the README of each package, without
 * duplicates.
 */
export async function documentedExamples(
  root: string,
  program: Command,
): Promise<readonly Example[]> {
  const commands = leafCommands(program);
  const sources = new Map<string, string[]>();
  const add = (line: string, source: string): void => {
    const known = sources.get(line);
    if (known === undefined) sources.set(line, [source]);
    else known.push(source);
  };
  for (const { command } of commands) {
    for (const [line] of command.docs?.examples ?? []) add(line, 'help');
  }
  for (const file of await readmes(root)) {
    for (const line of shellLines(await readFile(join(root, file), 'utf8'))) add(line, file);
  }
  return [...sources].map(([line, places]) => ({
    line,
    sources: places,
    command: commandOf(line, commands),
  }));
}

async function readmes(root: string): Promise<readonly string[]> {
  const packages = await readdir(join(root, 'packages'));
  return ['README.md', ...packages.sort().map((name) => `packages/${name}/README.md`)];
}

/** The `refbench` commands in the shell blocks of a page. */
function shellLines(text: string): readonly string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.split('\n'))
    .map((line) => line.replace(/ +#.*$/, '').replaceAll(/ \[.*?\]/g, ''))
    .flatMap((line) => line.split(' && '))
    .map((line) => line.replace(/^npx /, '').trim())
    .filter((line) => line.startsWith('refbench '));
}

/** The longest command that is a prefix of the line. */
function commandOf(line: string, commands: readonly LeafCommand[]): LeafCommand {
  const [found] = commands
    .filter(({ path }) => `${line} `.startsWith(`refbench ${path} `))
    .toSorted((a, b) => b.path.length - a.path.length);
  if (found === undefined) throw new Error(`no command begins: ${line}`);
  return found;
}
