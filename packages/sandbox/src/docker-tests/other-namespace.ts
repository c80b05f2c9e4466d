import { execa } from 'execa';

const PROGRAM = 'unshare';
const OPTIONS = ['--pid', '--fork', '--mount-proc', '--kill-child'];

/** Runs a module in a PID namespace of its own and returns its output, as in another container. */
export async function inOtherNamespace(source: string): Promise<string> {
  const command = [process.execPath, '--input-type=module', '-e', source];
  const { stdout } = await execa(PROGRAM, [...OPTIONS, ...command]);
  return stdout;
}

/** Returns why no other PID namespace can be made, or undefined. */
export async function noOtherNamespace(): Promise<string | undefined> {
  const { exitCode } = await execa(PROGRAM, [...OPTIONS, 'true'], { reject: false });
  return exitCode === 0 ? undefined : 'this user or system cannot create a PID namespace (unshare)';
}
