import { readFile } from 'node:fs/promises';
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { RefbenchError, scoreSchema, type RunPlan, type Score } from '@refbench/contracts';
import { canonicalJson, errorCode, readJsonFile, sha256OfBytes } from '@refbench/base';
import { readRunCells, readRunPlan, type RunCell } from '@refbench/reports';
import { attemptPath } from './attempt-path.ts';
import { isReference } from './is-reference.ts';
import { signManifest } from './keys.ts';
import {
  ATTEMPT_FILES,
  MANIFEST_FILE,
  RUN_FOLDER,
  SIGNATURE_FILE,
  type Manifest,
  type SubmissionDescription,
} from './manifest.ts';
import { writeArchive } from './write-archive.ts';

export interface PackOptions {
  /** Folder of the run. */
  readonly run: string;
  readonly description: SubmissionDescription;
  readonly key: KeyObject;
}

/**
 * Packs a run with everything that is needed to grade it again, and signs it. The bytes follow from the
 * run, the description and the key alone.
 * @throws RefbenchError kind `usage` if a planned result has no score, or an agent no description
 */
export async function packRun({ run, description, key }: PackOptions): Promise<Buffer> {
  const plan = await readRunPlan(run);
  requireDescriptions(plan, description);
  const cells = await readRunCells(run, plan);
  const attempts = cells.map(attemptOf);
  const files = new Map<string, Buffer>();
  files.set(`${RUN_FOLDER}/run.json`, await readFile(join(run, 'run.json')));
  files.set(`${RUN_FOLDER}/events.jsonl`, await readFile(join(run, 'events.jsonl')));
  for (const attempt of attempts) {
    const folder = attemptPath(attempt);
    for (const name of [...ATTEMPT_FILES.required, ...ATTEMPT_FILES.optional]) {
      const content = await readIfThere(join(run, folder, name));
      if (content !== undefined) files.set(`${RUN_FOLDER}/${folder}/${name}`, content);
    }
    await requireGraded(join(run, folder), attempt);
  }
  const manifest: Manifest = {
    schema: 1,
    kind: 'refbench-submission',
    run: plan.run,
    tool: plan.tool,
    description,
    attempts,
    files: [...files]
      .map(([path, content]) => ({ path, size: content.length, digest: sha256OfBytes(content) }))
      .sort((left, right) => (left.path < right.path ? -1 : 1)),
  };
  files.set(MANIFEST_FILE, Buffer.from(`${canonicalJson(manifest)}\n`));
  files.set(SIGNATURE_FILE, Buffer.from(`${canonicalJson(signManifest(manifest, key))}\n`));
  return await writeArchive(files);
}

function requireDescriptions(plan: RunPlan, { agents }: SubmissionDescription): void {
  const described = new Set(agents.map(({ name }) => name));
  const missing = plan.agents.filter((agent) => !isReference(agent) && !described.has(agent.name));
  if (missing.length === 0) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `the description has no entry for ${missing.map(({ name }) => name).join(', ')}`,
    hint: 'describe every agent of the run that is not a reference agent',
  });
}

/** The attempt whose score counts. */
function attemptOf({ instance, agent, repeat, found }: RunCell): Manifest['attempts'][number] {
  if (found.kind !== 'scored') {
    throw noScore(
      `${agent} on ${instance} has no score that can be published: ${found.kind}`,
      'finish the run with the same command and --run-id; a submission contains every planned result',
    );
  }
  const { verdict, attempt, reasons } = found.score;
  switch (verdict) {
    case 'model':
      return { instance, agent, repeat, attempt };
    case 'infra':
      throw noScore(
        `${agent} on ${instance} has no score that can be published: the infrastructure failed`,
        'finish the run with the same command and --run-id; a submission contains every planned result',
      );
    case 'instance':
      throw noScore(
        `${agent} on ${instance} has no score that can be published: ${reasons['pass'] ?? 'the instance cannot be graded on this host'}`,
        `run refbench calibrate ${instance} while the machine is idle, then the same command with --run-id`,
      );
  }
}

function noScore(message: string, hint: string): RefbenchError {
  return new RefbenchError({ kind: 'usage', message, hint });
}

async function requireGraded(
  folder: string,
  { instance, agent }: Manifest['attempts'][number],
): Promise<Score> {
  const file = await readJsonFile(join(folder, 'score.json'), scoreSchema);
  if (file.kind === 'valid' && file.value.integrity.controls === 'full') return file.value;
  throw new RefbenchError({
    kind: 'usage',
    message: `${agent} on ${instance} was not graded with all integrity checks`,
    hint: 'run refbench verify RUN, which adds them',
  });
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
