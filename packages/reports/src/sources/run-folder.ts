import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ABSENT_RESULT_FILE,
  absentResultSchema,
  attemptRecordSchema,
  RefbenchError,
  repeatFolder,
  runPlanSchema,
  scoreSchema,
  type RunPlan,
  type Score,
} from '@refbench/contracts';
import { digestOf, readJsonFile } from '@refbench/files';
import { metricsOf, type Observation, type Result, type Usage } from '@refbench/scoring';
import { z } from 'zod';
import { readInstanceFacts } from './instance-facts.ts';
import type { ResultSet } from './result-set.ts';

/**
 * Reads the folder of a run. Each planned repeat of an agent on an instance gives one observation: the
 * score of its last graded attempt. A repeat without a score is a hole, because its result is unknown.
 */
export async function readRunFolder(folder: string, instancesDir: string): Promise<ResultSet> {
  const plan = await readPlan(folder);
  const observations: Observation[] = [];
  const scores: Score[] = [];
  for (const instance of plan.instances) {
    for (const { name, reference } of plan.agents) {
      for (let repeat = 1; repeat <= (plan.repeats ?? 1); repeat += 1) {
        const found = await lastScored(repeatFolder(join(folder, instance, name), repeat));
        if (found.kind === 'scored') scores.push(found.score);
        observations.push({
          agent: name,
          track: plan.track,
          mode: plan.mode,
          instance,
          ...(repeat === 1 ? {} : { repeat }),
          ...(reference === true ? { reference } : {}),
          ...observed(found),
        });
      }
    }
  }
  const { run: _run, created_at: _time, tool: _tool, repeats: _repeats, ...samePlan } = plan;
  return {
    source: {
      kind: 'run',
      id: plan.run,
      digest: digestOf({ plan, scores }),
      tools: [...new Set([plan.tool, ...scores.map((score) => score.digests.tool)])],
      notes: [...damageNotes(observations), ...scores.flatMap(findingsOf)],
    },
    observations,
    instances: await readInstanceFacts(instancesDir, plan.instances),
    planned: [
      {
        track: plan.track,
        mode: plan.mode,
        agents: plan.agents.map(({ name }) => name),
        instances: plan.instances,
      },
    ],
    plan: digestOf(samePlan),
  };
}

async function readPlan(folder: string): Promise<RunPlan> {
  const path = join(folder, 'run.json');
  const file = await readJsonFile(path, runPlanSchema);
  if (file.kind === 'valid') return file.value;
  throw new RefbenchError({
    kind: file.kind === 'absent' ? 'usage' : 'invalid-file',
    message: file.kind === 'absent' ? `${folder} is not a run folder` : `${path}: ${file.reason}`,
    hint: 'specify a folder that contains run.json, e.g. runs/<run>',
  });
}

/** The content of the folder of an agent on an instance. */
type Found =
  | { readonly kind: 'scored'; readonly score: Score; readonly usage: Usage }
  /** No patch was provided, so there was nothing to score. */
  | { readonly kind: 'absent'; readonly reason: string }
  | { readonly kind: 'not graded' }
  /** The newest score is unreadable. Older scores do not replace it. */
  | { readonly kind: 'damaged'; readonly reason: string };

const NOT_COUNTED: Usage = {
  costUsd: null,
  inputTokens: null,
  outputTokens: null,
  seconds: null,
};

function observed(found: Found): Pick<Observation, 'ending' | 'result' | 'usage'> {
  if (found.kind === 'scored') {
    const { score, usage } = found;
    return { ending: score.outcome.kind, result: resultOf(score), usage };
  }
  const result: Result =
    found.kind === 'absent'
      ? { kind: 'missing', reason: found.reason }
      : {
          kind: 'hole',
          reason: found.kind === 'damaged' ? found.reason : 'no attempt has a score',
        };
  return { ending: found.kind, result, usage: NOT_COUNTED };
}

/** Reports damaged files above all tables. */
function damageNotes(observations: readonly Observation[]): readonly string[] {
  return observations.flatMap(({ agent, instance, ending, result }) =>
    ending === 'damaged' && result.kind === 'hole'
      ? [`Damaged: ${agent} on ${instance}: ${result.reason}`]
      : [],
  );
}

async function lastScored(agentFolder: string): Promise<Found> {
  const absent = await readJsonFile(join(agentFolder, ABSENT_RESULT_FILE), absentResultSchema);
  if (absent.kind === 'valid') return { kind: 'absent', reason: absent.value.reason };
  const names = await readdir(agentFolder).catch(() => []);
  const attempts = names
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number)
    .sort((left, right) => right - left);
  for (const attempt of attempts) {
    const folder = join(agentFolder, String(attempt));
    const score = await readJsonFile(join(folder, 'score.json'), scoreSchema);
    if (score.kind === 'valid') {
      return { kind: 'scored', score: score.value, usage: await usageOf(folder) };
    }
    if (score.kind === 'invalid') {
      return {
        kind: 'damaged',
        reason: `score.json of attempt ${attempt} is damaged: ${score.reason}`,
      };
    }
  }
  return { kind: 'not graded' };
}

function resultOf(score: Score): Result {
  const reason = score.reasons['pass'] ?? score.reasons['patch'] ?? score.outcome.kind;
  switch (score.verdict) {
    case 'infra':
      return { kind: 'hole', reason };
    case 'instance':
      return { kind: 'void', reason };
    case 'model':
      return {
        kind: 'scored',
        figures: metricsOf({ ...score, ...gradedOf(score) }),
        ...(score.size === undefined || score.size === null ? {} : { size: score.size }),
      };
  }
}

/** Findings of integrity checks, shown with the tables. */
function findingsOf({ instance, agent, integrity }: Score): readonly string[] {
  return integrity.findings.map(
    ({ kind, severity, detail }) => `${agent} on ${instance}: ${kind} (${severity}): ${detail}`,
  );
}

function gradedOf(score: Score): { graded_ifr?: number | null } {
  const parsed = z.number().min(0).max(1).nullable().safeParse(score['graded_ifr']);
  return parsed.success ? { graded_ifr: parsed.data } : {};
}

/** Usage that the gateway measured for the attempt. Agents without a model have none. */
async function usageOf(folder: string): Promise<Usage> {
  const file = await readJsonFile(join(folder, 'attempt.json'), attemptRecordSchema);
  if (file.kind !== 'valid') return NOT_COUNTED;
  const { usage, duration_ms } = file.value;
  return {
    costUsd: usage?.usd ?? null,
    inputTokens: usage?.input_tokens ?? null,
    outputTokens: usage?.output_tokens ?? null,
    seconds: duration_ms / 1000,
  };
}
