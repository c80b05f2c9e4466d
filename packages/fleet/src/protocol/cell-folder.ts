import { join } from 'node:path';
import { repeatFolder } from '@refbench/contracts';
import type { Cell } from './messages.ts';

/** The folder of a cell below the folder of its run. Its tries have numbers. */
export function cellFolder({ instance, agent, repeat }: Cell): string {
  return repeatFolder(join(instance, agent), repeat);
}
