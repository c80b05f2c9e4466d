import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { digestOf, sha256OfBytes } from '@refbench/base';
import { AGENT_FOLDER, type Agent } from './agent/agent.ts';

/** The file next to instance.yaml with the scripted edit of the instance. */
const SCRIPT_NAME = 'script-agent.sh';

/**
 * Creates an agent that runs a shell script instead of a model: the given one or that of the
 * instance. It is deterministic and free, and shows the score of a partial refactoring.
 */
export async function scriptAgent(scriptFile?: string): Promise<Agent> {
  const content = scriptFile === undefined ? undefined : await readScript(scriptFile);
  return {
    name: 'script',
    version: '1',
    digest: digestOf({
      agent: 'script',
      version: 1,
      script: content === undefined ? 'per instance' : sha256OfBytes(content),
    }),
    modes: ['direct'],
    async prepare({ instanceDir, folder }) {
      const script = content ?? (await readScript(join(instanceDir, SCRIPT_NAME)));
      await writeFile(join(folder, 'script.sh'), script, { mode: 0o755 });
      return { command: ['bash', `${AGENT_FOLDER}/script.sh`], env: {} };
    },
  };
}

async function readScript(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new RefbenchError({
      kind: 'usage',
      message: `there is no script at ${path}`,
      hint: `write a script there, or specify another one with --script FILE`,
      cause: error,
    });
  }
}
