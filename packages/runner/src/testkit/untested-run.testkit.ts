import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DEFAULT_LIMITS, DEFAULT_PLANNING, type Score } from '@refbench/contracts';
import type { ImageOptions } from '@refbench/env-builder';
import { selectInstances } from '@refbench/instances';
import type { Engine } from '@refbench/sandbox';
import { temporaryFolder } from '@refbench/test-helpers';
import { loadPrompts } from '../modes/load-prompts.ts';
import { executeRun } from '../run/execute-run.ts';
import type { RunResult } from '../run/run-result.ts';
import type { Submission } from '../submission/submission.ts';

const root = resolve(import.meta.dirname, '../../../..');
export const TALLY = 'refbench__tally-6637120b' as const;

/** An engine on which nothing but the sweep of a run is allowed. */
const idleEngine = new Proxy({} as Engine, {
  get: (_target, name) => {
    if (name === 'sweep') return () => Promise.resolve({ containers: [], volumes: [] });
    throw new Error(`engine.${String(name)} was used for an instance without tests`);
  },
});

interface Ran {
  readonly result: RunResult;
  /** Reads a file of the run. */
  readonly read: (name: string) => Promise<string>;
}

/**
 * Runs submissions on the bundled instance as one without tests.
 * @param prepare changes the workspace before it is used; it gets the path of a file in it
 */
export async function runUntested(
  submissions: readonly Submission[],
  inspect: (ran: Ran) => Promise<void> = () => Promise.resolve(),
  prepare: (at: (name: string) => string) => Promise<void> = () => Promise.resolve(),
): Promise<readonly Score[]> {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  for (const name of ['instances', 'rules']) {
    await cp(join(root, name, TALLY), join(folder.path, name, TALLY), { recursive: true });
  }
  await rm(at(`instances/${TALLY}/environment`), { recursive: true });
  const yaml = at(`instances/${TALLY}/instance.yaml`);
  await writeFile(yaml, `${await readFile(yaml, 'utf8')}\nno_tests: it needs a printer\n`);
  await prepare(at);
  const workspace = {
    instancesDir: at('instances'),
    rulesDir: at('rules'),
    runsDir: at('runs'),
    stateDir: at('state'),
    mirror: undefined,
  };
  const never = new AbortController().signal;
  const result = await executeRun({
    run: 'r',
    submissions,
    entries: await selectInstances(workspace, [TALLY]),
    workspace,
    engine: idleEngine,
    build: { stateDir: at('state'), network: {} } as ImageOptions,
    track: 'open',
    mode: 'direct',
    prompts: await loadPrompts(undefined),
    limits: DEFAULT_LIMITS,
    planning: DEFAULT_PLANNING,
    controls: 'full',
    parallel: 1,
    drain: never,
    stop: never,
    listener: () => undefined,
  });
  await inspect({ result, read: (name) => readFile(at(`runs/r/${TALLY}/${name}`), 'utf8') });
  return result.scores;
}
