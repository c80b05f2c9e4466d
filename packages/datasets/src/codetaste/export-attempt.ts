import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError, type Instance, type Outcome, type RunPlan } from '@refbench/contracts';
import { writeFileAtomic, writeJsonFile } from '@refbench/base';
import type { ExportedAttempt } from '@refbench/runner';
import { PATCH, PSEUDO_AGENTS } from './published-files.ts';
import { folderOfRow, rowOf } from './published-list.ts';

interface AttemptContext {
  readonly instance: Instance;
  readonly plan: RunPlan;
  readonly folder: string;
}

/** RefBench does not record who offers an agent or a model, and CodeTaste wants to know. */
const PROVIDER = 'unknown';

/** Writes a patch with what CodeTaste wants to know of its agent and of the attempt. */
export async function exportAttempt(
  { prediction, record, patch }: ExportedAttempt,
  { instance, plan, folder }: AttemptContext,
): Promise<void> {
  const name = prediction.model_name_or_path;
  const id = PSEUDO_AGENTS[name] ?? name;
  const own = folderOfRow(rowOf(instance));
  const target = join(folder, 'outputs', plan.track, plan.mode, own, id);
  await writePatch(join(target, PATCH), patch);
  const agent = plan.agents.find((planned) => planned.name === record.agent);
  await writeJsonFile(join(target, 'agent_config.json'), {
    id,
    agent: { name: record.agent, version: agent?.version ?? null, provider: PROVIDER },
    model: { name: agent?.model ?? 'none', provider: PROVIDER },
  });
  const started = Date.parse(record.started_at);
  await writeJsonFile(join(target, 'inference_metadata.json'), {
    // The publisher's value for a cost that is not known.
    cost_usd: record.usage?.usd ?? -1,
    finish_reason: finishReason(record.outcome, plan.mode),
    start_time: record.started_at,
    finish_time: new Date(started + record.duration_ms).toISOString(),
    description_type: plan.track,
    mode: plan.mode,
  });
}

async function writePatch(file: string, patch: Buffer): Promise<void> {
  const present = await readFile(file).catch(() => undefined);
  if (present?.equals(patch) === true) return;
  if (present !== undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${file} is another patch`,
      hint: 'export to another folder',
    });
  }
  await writeFileAtomic(file, patch);
}

/** The reason in the words of CodeTaste. */
function finishReason(outcome: Outcome, mode: RunPlan['mode']): string {
  switch (outcome.kind) {
    case 'completed':
    // The agent itself has ended as it should.
    case 'dependencies-missing':
      return 'success';
    case 'timed-out':
      return 'timeout';
    case 'budget-exceeded':
      return 'budget_exceeded';
    case 'no-plan':
      return mode === 'multiplan' ? 'error_multiplan' : 'error_planmode';
    case 'infra-failed':
      return outcome.cause === 'judge' ? 'error_judge' : 'error';
    case 'agent-failed':
    case 'harvest-exceeded':
    case 'out-of-memory':
    case 'storage-exceeded':
      return 'execution_error';
  }
}
