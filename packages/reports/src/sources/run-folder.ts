import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  attemptRecordSchema,
  RefbenchError,
  repeatFolder,
  runPlanSchema,
  scoreSchema,
  type RunPlan,
  type Score,
} from '@refbench/contracts';
import { digestOf, readJsonFile } from '@refbench/files';
import { figuresOf, type Observation, type Result, type Usage } from '@refbench/scoring';
import { z } from 'zod';
import { readInstanceFacts } from './instance-facts.ts';
import type { ResultSet } from './result-set.ts';

/**
 * Reads the folder of a run. Every planned repeat of an agent on an instance gives one observation: the
 * score of its last graded attempt. One without a score is a hole, because nobody knows what the agent
 * would have done.
 */
export async function readRunFolder(folder: string, instancesDir: string): Promise<ResultSet> {
  const plan = await readPlan(folder);
  const observations: Observation[] = [];
  const scores: Score[] = [];
  for (const instance of plan.instances) {
    for (const { name, reference } of plan.agents) {
      for (let repeat = 1; repeat <= (plan.repeats ?? 1); repeat += 1) {
        const attempt = await lastScored(repeatFolder(join(folder, instance, name), repeat));
        if (attempt !== undefined) scores.push(attempt.score);
        observations.push({
          agent: name,
          track: plan.track,
          mode: plan.mode,
          instance,
          ...(repeat === 1 ? {} : { repeat }),
          ...(reference === true ? { reference } : {}),
          ending: attempt?.score.outcome.kind ?? 'not graded',
          result: resultOf(attempt?.score),
          usage: attempt?.usage ?? {
            costUsd: null,
            inputTokens: null,
            outputTokens: null,
            seconds: null,
          },
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
      notes: scores.flatMap(findingsOf),
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
    message:
      file.kind === 'absent' ? `${folder} is not the folder of a run` : `${path}: ${file.reason}`,
    mend: 'give a folder that holds a run.json, e.g. runs/<run>',
  });
}

interface ScoredAttempt {
  readonly score: Score;
  readonly usage: Usage;
}

async function lastScored(agentFolder: string): Promise<ScoredAttempt | undefined> {
  const names = await readdir(agentFolder).catch(() => []);
  const attempts = names
    .filter((name) => /^[1-9]\d*$/.test(name))
    .map(Number)
    .sort((left, right) => right - left);
  for (const attempt of attempts) {
    const folder = join(agentFolder, String(attempt));
    const score = await readJsonFile(join(folder, 'score.json'), scoreSchema);
    if (score.kind === 'valid') return { score: score.value, usage: await usageOf(folder) };
  }
  return undefined;
}

function resultOf(score: Score | undefined): Result {
  if (score === undefined) return { kind: 'hole', reason: 'no attempt has a score' };
  const reason = score.reasons['pass'] ?? score.reasons['patch'] ?? score.outcome.kind;
  switch (score.verdict) {
    case 'infra':
      return { kind: 'hole', reason };
    case 'instance':
      return { kind: 'void', reason };
    case 'model':
      return {
        kind: 'scored',
        figures: figuresOf({ ...score, ...gradedOf(score) }),
        ...(score.size === undefined || score.size === null ? {} : { size: score.size }),
      };
  }
}

/** What integrity checks found: readers of a table must see it. */
function findingsOf({ instance, agent, integrity }: Score): readonly string[] {
  return integrity.findings.map(
    ({ kind, severity, detail }) => `${agent} on ${instance}: ${kind} (${severity}): ${detail}`,
  );
}

function gradedOf(score: Score): { graded_ifr?: number | null } {
  const parsed = z.number().min(0).max(1).nullable().safeParse(score['graded_ifr']);
  return parsed.success ? { graded_ifr: parsed.data } : {};
}

/** What the gateway metered for the attempt; an agent without a model has none. */
async function usageOf(folder: string): Promise<Usage> {
  const file = await readJsonFile(join(folder, 'attempt.json'), attemptRecordSchema);
  if (file.kind !== 'valid') {
    return { costUsd: null, inputTokens: null, outputTokens: null, seconds: null };
  }
  const { usage, duration_ms } = file.value;
  return {
    costUsd: usage?.usd ?? null,
    inputTokens: usage?.input_tokens ?? null,
    outputTokens: usage?.output_tokens ?? null,
    seconds: duration_ms / 1000,
  };
}
