import { digestOf } from '@refbench/files';
import type { Agent } from './agent.ts';

/** Changes nothing: the floor of every score, and the measure of what an attempt costs by itself. */
export const nopAgent: Agent = {
  name: 'nop',
  version: '1',
  digest: digestOf({ agent: 'nop', version: 1 }),
  modes: ['direct'],
  prepare: () => Promise.resolve({ command: ['true'], env: {} }),
};
