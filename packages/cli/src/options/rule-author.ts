import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { parseAuthor, type RuleAuthor } from '@refbench/rulesets';

export interface AuthorOptions {
  readonly by?: string;
}

/** Adds `--by` for commands whose result names its author. */
export function addAuthorOption(command: Command): Command {
  return command.option(
    '--by <name>',
    'who makes or reviews the rules: a name, or model:NAME (default: user.name of git)',
  );
}

/** Returns the author of `--by`; otherwise git's user name, otherwise that of the system. */
export async function authorOf({ by }: AuthorOptions): Promise<RuleAuthor> {
  if (by !== undefined && by.trim() !== '') return parseAuthor(by.trim());
  const name = await gitUserName();
  return { kind: 'person', name: name === '' ? userInfo().username : name };
}

/** Git exits with 1 if no name is set, and a machine without git has none either. */
function gitUserName(): Promise<string> {
  return new Promise((resolve) => {
    execFile('git', ['config', '--get', 'user.name'], (error, stdout) => {
      resolve(error === null ? stdout.trim() : '');
    });
  });
}
