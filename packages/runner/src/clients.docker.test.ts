import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resolveAgent } from '@refbench/agents';
import {
  attemptRecordSchema,
  trajectorySchema,
  type AttemptRecord,
  type Score,
} from '@refbench/contracts';
import { readJsonFile } from '@refbench/files';
import { TestBench, scoreOf } from './bench.testkit.ts';
import { agentContestant, type Contestant } from './contestant.ts';
import type { RunResult } from './execute-run.ts';
import { CANARY_KEY, CLIENT_MODELS, ModelBench } from './models.testkit.ts';

let bench: TestBench;
let models: ModelBench;
beforeAll(async () => {
  bench = await TestBench.open();
});
afterEach(async () => {
  await models[Symbol.asyncDispose]();
  expect(await bench.leftovers()).toEqual([]);
});
afterAll(() => bench[Symbol.asyncDispose]());

async function client(name: keyof typeof CLIENT_MODELS): Promise<Contestant> {
  const { stateDir } = bench.workspace;
  return agentContestant(await resolveAgent(name, { model: CLIENT_MODELS[name], stateDir }));
}

async function recordOf(result: RunResult, agent: string, attempt = 1): Promise<AttemptRecord> {
  const [instance = ''] = (await readdir(result.folder)).filter((name) => name.includes('__'));
  const path = join(result.folder, instance, agent, String(attempt), 'attempt.json');
  const file = await readJsonFile(path, attemptRecordSchema);
  if (file.kind !== 'valid') throw new Error(`${path}: ${file.kind}`);
  return file.value;
}

/** Every byte that a run left on the host. */
async function everything(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  );
  return texts.join('\n');
}

/** The figures that an edit deserves; who made it does not matter. */
function figures({ pass, ifr, alignment, precision, tests, digests }: Score): unknown {
  return { pass, ifr, alignment, precision, tests, patch: digests.patch };
}
