import { execa } from 'execa';

const TIMEOUT_MS = 120_000;

/** Runs a command of the host. Its error contains the output of the command. */
export async function hostCommand(file: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execa(file, args, {
    timeout: TIMEOUT_MS,
    stdin: 'ignore',
    env: { LC_ALL: 'C' },
  });
  return stdout;
}
