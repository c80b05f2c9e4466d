import { digestOf } from '@refbench/base';
import type { Agent } from './agent/agent.ts';

/** Changes nothing. It gives the lower bound of every score and the overhead of an attempt. */
export const nopAgent: Agent = {
  name: 'nop',
  version: '1',
  digest: digestOf({ agent: 'nop', version: 1 }),
  modes: ['direct'],
  prepare: () => Promise.resolve({ command: ['true'], env: {} }),
};
