import { vi } from 'vitest';
import { createProgram } from './program.ts';

interface CommandEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, which takes less time than a process of its own. */
export async function runHere(...args: readonly string[]): Promise<CommandEnd> {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      written[name] += String(text);
      return true;
    }),
  );
  let code = 0;
  try {
    const program = await createProgram((exit) => (code = exit), args);
    await program.parseAsync(args, { from: 'user' });
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { code, ...written };
}
