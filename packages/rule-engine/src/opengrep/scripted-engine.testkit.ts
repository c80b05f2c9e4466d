import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { HostEngines } from './open-engines.ts';
import { OpengrepEngine } from './opengrep-engine.ts';
import { testEngines } from './opengrep.testkit.ts';
import type { BatchLimits } from './scan-batch.ts';

interface ScriptedEngine {
  readonly engines: HostEngines;
  /** How often the script has run, if it appends to `$folder/runs`. */
  readonly runs: () => Promise<number>;
}

/** An engine that runs a shell script for OpenGrep's core. */
export async function engineOf(
  script: string,
  limits: Partial<BatchLimits> = {},
): Promise<ScriptedEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-program-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'core');
  await writeFile(path, `#!/bin/sh\nfolder=${folder}\n${script}`);
  await chmod(path, 0o755);
  const digest = `sha256:${'0'.repeat(64)}`;
  const program = { path, version: '1.30.0', digest, takes: 'targets', cacheDir: folder } as const;
  const opengrep = new OpengrepEngine(
    { identity: async () => program, program: async () => program },
    limits,
  );
  const runs = async (): Promise<number> =>
    (await readFile(join(folder, 'runs'), 'utf8')).split('\n').length - 1;
  return { engines: { ...testEngines(), opengrep }, runs };
}
