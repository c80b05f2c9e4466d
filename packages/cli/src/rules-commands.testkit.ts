import { folderOf as ownedFolderOf } from '@refbench/test-helpers';
import { onTestFinished } from 'vitest';
import { runHere } from './in-process.testkit.ts';

/** Returns the path of a folder with files. It is removed after the test. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await ownedFolderOf(files);
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder.path;
}

interface CommandEnd {
  readonly code: number;
  readonly lines: readonly Record<string, unknown>[];
}

/** Runs `refbench rules ... --json`; one value a line. */
export async function rules(...args: readonly string[]): Promise<CommandEnd> {
  const { code, stdout } = await runHere('rules', ...args, '--json');
  const lines = stdout.trim().split('\n');
  return { code, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}
