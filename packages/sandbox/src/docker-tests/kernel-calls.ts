import { existsSync } from 'node:fs';
import type { ContainerSpec } from '../contract/container-spec.ts';
import type { TestBed } from './test-bed.ts';

/** Numbers on x64 and arm64 of system calls that can be used to escape from a container. */
const CALLS: Readonly<Record<string, readonly [x64: number, arm64: number]>> = {
  add_key: [248, 217],
  bpf: [321, 280],
  fsopen: [430, 430],
  init_module: [175, 105],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  io_uring_setup: [425, 425],
  kexec_load: [246, 104],
  keyctl: [250, 219],
  mount: [165, 40],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  open_tree: [428, 428],
  perf_event_open: [298, 241],
  pidfd_getfd: [438, 438],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  ptrace: [101, 117],
  request_key: [249, 218],
  setns: [308, 268],
  umount2: [166, 39],
  unshare: [272, 97],
  userfaultfd: [323, 282],
};

const EPERM = 1;
const ENOSYS = 38;

/** All are denied. The C library tries clone3 first and falls back to clone. */
export const DENIED: Readonly<Record<string, number>> = {
  ...Object.fromEntries(Object.keys(CALLS).map((name) => [name, EPERM])),
  clone3: ENOSYS,
};

const PERL = '/usr/bin/perl';

/** Returns why system calls cannot be made here. Undefined if they can. */
export function noPerl(): string | undefined {
  return existsSync(PERL) ? undefined : `there is no ${PERL} on this host`;
}

/** Returns the result of each system call in a container: errno, or 0 if it succeeded. */
export async function systemCallResults(
  bed: TestBed,
  profile: ContainerSpec['profile'],
): Promise<Record<string, number>> {
  const at = process.arch === 'arm64' ? 1 : 0;
  const numbers = { ...CALLS, clone3: [435, 435] as const };
  const pairs = Object.entries(numbers).map(([name, both]) => `${name} => ${both[at]}`);
  // All arguments are zero, so calls that are allowed fail by themselves.
  const program = `my %calls = (${pairs.join(', ')}); for (keys %calls) {
    my $r = syscall($calls{$_}, 0, 0, 0, 0, 0); print "$_ ", ($r == -1 ? $! + 0 : 0), "\\n" }`;
  // The test image has no interpreter, so Perl of the host is mounted with its libraries.
  const mounts = ['/usr', '/lib', '/lib64']
    .filter((path) => existsSync(path))
    .map((path) => ({ source: path, target: path }));
  await using stopped = await bed.toEnd(`exec ${PERL} -e '${program}'`, { profile, mounts });
  const lines = stopped.log.bytes.toString().trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => line.split(' ')).map(([name = '', errno]) => [name, Number(errno)]),
  );
}
