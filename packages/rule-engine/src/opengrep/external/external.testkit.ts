import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExternalProgram } from './external-program.ts';

/** A shell script that stands for an external program. */
export interface ScriptedProgram extends ExternalProgram, AsyncDisposable {}

export async function scriptedProgram(script: string): Promise<ScriptedProgram> {
  const dir = await mkdtemp(join(tmpdir(), 'refbench-program-'));
  const path = join(dir, 'opengrep');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return {
    name: 'opengrep',
    path,
    version: '0.0.0',
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}
