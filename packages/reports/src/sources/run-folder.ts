import { join } from 'node:path';
import {
  RefbenchError,
  runPlanSchema,
  settingMode,
  type RunPlan,
  type Score,
} from '@refbench/contracts';
import { digestOf, readJsonFile } from '@refbench/base';
import type { Observation } from '@refbench/scoring';
import { readInstanceFacts } from './instance-facts.ts';
import type { ResultSet } from './result-set.ts';
import { provisionalText } from './provisional-text.ts';
import { packageNotes } from './package-lines.ts';
import { observationOf, readRunCells } from './run-cells.ts';

/**
 * Reads the folder of a run. Every planned repeat of an agent on an instance gives one observation: the
 * score of its last graded attempt. A repeat without a score is a hole, because the agent's result is
 * unknown.
 */
export async function readRunFolder(folder: string, instancesDir: string): Promise<ResultSet> {
  const plan = await readRunPlan(folder);
  const cells = await readRunCells(folder, plan);
  const observations = cells.map((cell) => observationOf(plan, cell));
  const scores = cells.flatMap(({ found }) => (found.kind === 'scored' ? [found.score] : []));
  const { run: _run, created_at: _time, tool: _tool, repeats: _repeats, ...samePlan } = plan;
  return {
    source: {
      kind: 'run',
      id: plan.run,
      digest: digestOf({ plan, scores }),
      tools:
        scores.length > 0 ? [...new Set(scores.map(({ digests }) => digests.tool))] : [plan.tool],
      notes: [
        ...damageNotes(observations),
        ...firstLookNotes(scores),
        ...packageNotes(scores),
        ...scores.flatMap(findingsOf),
      ],
    },
    observations,
    instances: await readInstanceFacts(instancesDir, plan.instances),
    planned: [
      {
        track: plan.track,
        mode: settingMode(plan),
        agents: plan.agents.map(({ name }) => name),
        instances: plan.instances,
      },
    ],
    plan: digestOf(samePlan),
  };
}

/**
 * Reads the plan in the folder of a run.
 * @throws RefbenchError kind `usage` if the folder has no plan, `invalid-file` if the plan is damaged
 */
export async function readRunPlan(folder: string): Promise<RunPlan> {
  const path = join(folder, 'run.json');
  const file = await readJsonFile(path, runPlanSchema);
  if (file.kind === 'valid') return file.value;
  throw new RefbenchError({
    kind: file.kind === 'absent' ? 'usage' : 'invalid-file',
    message: file.kind === 'absent' ? `${folder} is not a run folder` : `${path}: ${file.reason}`,
    hint: 'specify a folder that contains run.json, for example runs/<run>',
  });
}

/** Damage is reported above all tables, so that readers cannot miss it. */
function damageNotes(observations: readonly Observation[]): readonly string[] {
  return observations.flatMap(({ agent, instance, ending, result }) =>
    ending === 'damaged' && result.kind === 'hole'
      ? [`Damaged: ${agent} on ${instance}: ${result.reason}`]
      : [],
  );
}

/** A first look must not be taken for a result. */
function firstLookNotes(scores: readonly Score[]): readonly string[] {
  return scores.flatMap(({ instance, agent, provisional }) =>
    provisional === undefined ? [] : [`${agent} on ${instance}: ${provisionalText(provisional)}`],
  );
}

/** Findings of the integrity checks. Readers of a table must see them. */
function findingsOf({ instance, agent, integrity }: Score): readonly string[] {
  return integrity.findings.map(
    ({ kind, severity, detail }) => `${agent} on ${instance}: ${kind} (${severity}): ${detail}`,
  );
}
