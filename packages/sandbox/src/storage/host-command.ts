import { execa } from 'execa';

const TIMEOUT_MS = 120_000;

/** Runs one of the host's mount tools; its error carries what the tool said. */
export async function hostCommand(file: string, args: readonly string[]): Promise<string> {
  const { stdout } = await execa(file, args, {
    timeout: TIMEOUT_MS,
    stdin: 'ignore',
    env: { LC_ALL: 'C' },
  });
  return stdout;
}
