import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { createProgram } from './program.ts';

export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

interface CommandEnd {
  readonly code: number;
  readonly lines: readonly Record<string, unknown>[];
}

/** Runs `refbench rules ... --json`; one value a line. */
export async function rules(...args: readonly string[]): Promise<CommandEnd> {
  const out: string[] = [];
  let code = 0;
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const program = await createProgram((exit) => (code = exit), ['rules', ...args]);
    await program.parseAsync(['node', 'refbench', 'rules', ...args, '--json']);
  } finally {
    vi.restoreAllMocks();
  }
  const lines = out.join('').trim().split('\n');
  return { code, lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}
