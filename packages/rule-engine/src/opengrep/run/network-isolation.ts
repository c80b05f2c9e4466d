import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Commands that start a program in a network namespace of its own: for root, and for any user. */
const WRAPPERS: readonly (readonly string[])[] = [
  ['unshare', '--net'],
  ['unshare', '--user', '--map-current-user', '--net'],
];

let known: Promise<readonly string[]> | undefined;

/** The command to put before another one so that it has no network; empty where the system has none. */
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
