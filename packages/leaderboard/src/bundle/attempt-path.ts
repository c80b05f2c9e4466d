import { posix } from 'node:path';
import { repeatFolder } from '@refbench/contracts';
import type { Manifest } from './manifest.ts';

/** The folder of an attempt within its run, with forward slashes. */
export function attemptPath(one: Manifest['attempts'][number]): string {
  const { instance, agent, repeat, attempt } = one;
  return posix.join(repeatFolder(posix.join(instance, agent), repeat), String(attempt));
}
