import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { digestOf, sha256OfBytes } from '@refbench/files';
import { AGENT_FOLDER, type Agent } from './agent.ts';

/** The file beside instance.yaml that holds an instance's own scripted edit. */
const SCRIPT_NAME = 'script-agent.sh';

/**
 * Runs a shell script instead of a model: the one given, or else the one that lies beside the
 * instance. Deterministic and free, so it shows what a partial refactoring scores.
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
