import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '@refbench/base';
import { AGENT_FOLDER, type Agent } from './agent/agent.ts';

/**
 * Applies the golden patch inside the container. It takes the same path as a real agent, so a full
 * score proves that nothing is lost between the container and the score.
 */
export const goldenAgent: Agent = {
  name: 'golden',
  version: '1',
  digest: digestOf({ agent: 'golden', version: 1 }),
  modes: ['direct'],
  async prepare({ goldenPatch, folder }) {
    await writeFile(join(folder, 'golden.patch'), await goldenPatch(), { mode: 0o644 });
    return {
      command: ['git', 'apply', '--binary', '--whitespace=nowarn', `${AGENT_FOLDER}/golden.patch`],
      env: {},
    };
  },
};
