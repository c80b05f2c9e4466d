import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Commands that start a program in a new network namespace: for root, and for any user. */
const WRAPPERS: readonly (readonly string[])[] = [
  ['unshare', '--net'],
  ['unshare', '--user', '--map-current-user', '--net'],
];

let known: Promise<readonly string[]> | undefined;

/** Returns the command prefix that disables the network; empty if the system does not support it. */
export function networkIsolation(): Promise<readonly string[]> {
  known ??= firstThatWorks();
  return known;
}

async function firstThatWorks(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  for (const wrapper of WRAPPERS) {
    const [program = '', ...args] = wrapper;
    const works = await run(program, [...args, '--', 'true']).then(
      () => true,
      () => false,
    );
    if (works) return [...wrapper, '--'];
  }
  return [];
}
