import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AGENT_FOLDER, type Agent } from '@refbench/agents';
import type { Outcome } from '@refbench/contracts';
import { harvestTree, openIgnoreRules, type HarvestResult } from '@refbench/repos';
import type { ContainerEnd, StoppedContainer } from '@refbench/sandbox';
import {
  HARNESS,
  HARNESS_FOLDER,
  HOME,
  SCRIPTS,
  TASK,
  TESTBED,
  WRITABLE,
} from './container-paths.ts';
import type { Harvest, TryOptions, TryResult } from './contestant.ts';
import type { PhaseRequest } from './modes/phase-request.ts';
import { PLAN_OUTPUT } from './modes/plan-paths.ts';
import type { PreparedInstance } from './prepared-instance.ts';
import { scratchFolder } from './scratch-folder.ts';

interface InferOptions extends Omit<TryOptions, 'planned'>, PhaseRequest {
  readonly agent: Agent;
}

/** Runs the agent in one container and harvests what it left, whatever way the agent ended. */
export async function infer(options: InferOptions): Promise<TryResult> {
  const { prepared, agent, limits } = options;
  await using scratch = await scratchFolder(prepared.workspace.stateDir);
  const task = await scratch.sub('task');
  const folder = await scratch.sub('agent');
  await writeFile(join(task, 'prompt.md'), options.prompt);
  const launch = await agent.prepare({
    instance: prepared.instance,
    instanceDir: prepared.dir,
    goldenPatch: () => prepared.goldenPatch(),
    folder,
  });
  await using created = await prepared.engine.createContainer({
    profile: 'agent',
    image: prepared.environment.imageId,
    command: ['bash', `${HARNESS}/agent.sh`, ...launch.command],
    env: {
      ...launch.env,
      HOME,
      USER: 'bench',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      REFBENCH_PROMPT_FILE: `${TASK}/prompt.md`,
      REFBENCH_PHASE: options.phase,
    },
    workingDir: TESTBED,
    limits,
    mounts: [
      { source: HARNESS_FOLDER, target: HARNESS },
      { source: join(prepared.dir, 'environment'), target: SCRIPTS },
      { source: task, target: TASK },
      { source: folder, target: AGENT_FOLDER },
    ],
    writable: options.collect === undefined ? WRITABLE : [...WRITABLE, PLAN_OUTPUT],
    labels: {
      run: options.run,
      instance: prepared.instance.id,
      attempt: options.attempt,
      phase: options.phase === 'direct' ? 'infer' : options.phase,
    },
  });
  await using running = await created.start({ signal: options.signal });
  await using stopped = await running.ended;
  if (stopped.end.kind === 'stopped') return { kind: 'stopped' };
  options.onHarvest();
  const outcome = outcomeOf(stopped.end);
  const harvest: Harvest =
    outcome.kind === 'infra-failed'
      ? { kind: 'none', reason: outcome.detail }
      : options.collect === undefined
        ? await harvestContainer(prepared, stopped)
        : await options.collect({ stopped, outcome, spent: null });
  return {
    kind: 'ended',
    outcome,
    harvest,
    log: stopped.log,
    durationMs: stopped.durationMs,
    spent: null,
  };
}

async function harvestContainer(
  prepared: PreparedInstance,
  stopped: StoppedContainer,
): Promise<HarvestResult> {
  await using ignored = await openIgnoreRules(prepared.repository, prepared.instance.base);
  return await harvestTree({
    archive: await stopped.getArchive(TESTBED),
    reread: () => stopped.getArchive(TESTBED),
    repository: prepared.repository,
    base: prepared.instance.base,
    ignored,
  });
}

/** Evidence of the container -> outcome of the attempt. */
function outcomeOf(end: Exclude<ContainerEnd, { readonly kind: 'stopped' }>): Outcome {
  switch (end.kind) {
    case 'exited':
      return end.exitCode === 0
        ? { kind: 'completed', oom_seen: end.oomSeen }
        : { kind: 'agent-failed', exit_code: end.exitCode };
    case 'timed-out':
      return { kind: 'timed-out', limit: end.limit, limit_ms: end.limitMs };
    case 'out-of-memory':
      return { kind: 'out-of-memory', limit_bytes: end.limitBytes };
    case 'storage-exceeded':
      return {
        kind: 'storage-exceeded',
        limit_bytes: end.limitBytes,
        enforcement: end.enforcement,
      };
    case 'infra-failed':
      return { kind: 'infra-failed', cause: end.cause, detail: end.detail };
  }
}
