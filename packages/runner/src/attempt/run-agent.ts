import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AGENT_FOLDER, type Agent, type AgentLaunch } from '@refbench/agents';
import type { Outcome } from '@refbench/contracts';
import { AGENT_PROGRAMS } from '@refbench/docker';
import {
  ByteRing,
  type ContainerEnd,
  type Engine,
  type ReadOnlyMount,
  type StoppedContainer,
} from '@refbench/sandbox';
import type { OpenDoor } from '@refbench/package-door';
import { packageMounts } from '@refbench/suites';
import { agentPackages } from './agent-packages.ts';
import { readAgentTrace, type AgentTrace } from './agent-trace.ts';
import {
  HARNESS,
  HOME,
  PLAN_OUTPUT,
  SCRIPTS,
  TASK,
  TESTBED,
  WRITABLE,
  scratchFolder,
} from '@refbench/workspace';
import type { AttemptPatch, ContainerTryOptions, TryResult } from '../submission/submission.ts';
import { collectFromContainer, outcomeAfter } from './collect-from-container.ts';
import { openMeter, type ModelMeter } from '../submission/model-meter.ts';
import type { PhaseRequest } from '../modes/phase-request.ts';
import { describeFailure } from './describe-failure.ts';
import { watchAgent } from './watch-agent.ts';

interface RunAgentOptions
  extends Omit<ContainerTryOptions, 'planned'>, Omit<PhaseRequest, 'budgetUsd'> {
  readonly agent: Agent;
}

/** Runs the agent in one container and collects its patch, however the agent ended. */
export async function runAgent(options: RunAgentOptions): Promise<TryResult> {
  const { prepared, agent, limits } = options;
  await using scratch = await scratchFolder(prepared.workspace.stateDir);
  const task = await scratch.sub('task');
  const folder = await scratch.sub('agent');
  // The meter comes before the container: a model without a price or a key must cost nothing.
  await using meter = await openMeter(agent, options);
  const launch = await agent.prepare({
    instance: prepared.instance,
    instanceDir: prepared.dir,
    goldenPatch: () => prepared.goldenPatch(),
    folder,
    access: meter?.access,
  });
  await writeTask(task, launch, options.prompt);
  await using door = await options.packages?.openDoor(true, join(options.folder, 'packages.jsonl'));
  await using created = await prepared.engine.createContainer(
    containerOf(options, { launch, meter, task, folder, door }),
  );
  const stdout = new ByteRing(limits.log_bytes);
  using watched = watchAgent(meter, options.onActivity);
  await using running = await created.start({
    signal: AbortSignal.any(meter === undefined ? [options.signal] : [options.signal, meter.stop]),
    onOutput: (stream, chunk) => {
      if (stream === 'stdout') stdout.add(chunk);
      watched.output(chunk);
    },
  });
  await using stopped = await running.ended;
  if (options.signal.aborted) return { kind: 'stopped' };
  await meter?.concluded();
  options.onCollect();
  const outcome = endOf(stopped.end, meter);
  if (outcome === undefined) return { kind: 'stopped' };
  // Called late: the last response may still be on its way to the meter.
  const trace = (): AgentTrace => readAgentTrace(agent, stdout.bytes(), meter);
  const collected = await patchOf(options, stopped, outcome, trace);
  if (collected.kind === 'stopped') return collected;
  const packages = door && (await agentPackages(options, door, collected));
  if (packages?.kind === 'stopped') return packages;
  return {
    kind: 'ended',
    outcome: outcomeAfter(outcome, collected, options.collectionLimits),
    collected,
    log: stopped.log,
    durationMs: stopped.durationMs,
    ...(packages === undefined ? {} : { packages: packages.list }),
    ...withWarnings(trace(), [describeFailure(outcome, stopped.log.bytes), packages?.problem]),
  };
}

function withWarnings(trace: AgentTrace, found: readonly (string | undefined)[]): AgentTrace {
  const warnings = found.filter((warning) => warning !== undefined);
  return warnings.length === 0
    ? trace
    : { ...trace, warnings: [...warnings, ...(trace.warnings ?? [])] };
}

/** Collects the patch, unless the infrastructure failed. A phase may collect something else. */
async function patchOf(
  options: RunAgentOptions,
  stopped: StoppedContainer,
  outcome: Outcome,
  trace: () => AgentTrace,
): Promise<AttemptPatch | { readonly kind: 'stopped' }> {
  if (outcome.kind === 'infra-failed') return { kind: 'none', reason: outcome.detail };
  if (options.collect !== undefined) return options.collect({ stopped, outcome, ...trace() });
  const { prepared, drain, signal, collectionLimits } = options;
  return collectFromContainer({
    prepared,
    stopped,
    drain,
    stop: signal,
    ...(collectionLimits === undefined ? {} : { limits: collectionLimits }),
  });
}

interface ContainerParts {
  readonly launch: AgentLaunch;
  readonly meter: ModelMeter | undefined;
  /** Host folder that is mounted at TASK. */
  readonly task: string;
  /** Host folder with the agent's own files. */
  readonly folder: string;
  readonly door: OpenDoor | undefined;
}

/** Describes the container of an agent. */
function containerOf(
  options: RunAgentOptions,
  { launch, meter, task, folder, door }: ContainerParts,
): Parameters<Engine['createContainer']>[0] {
  const { prepared, limits } = options;
  return {
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
      REFBENCH_REPEAT: String(options.repeat),
    },
    workingDir: TESTBED,
    limits,
    mounts: [
      { source: AGENT_PROGRAMS, target: HARNESS },
      { source: prepared.environment.scripts, target: SCRIPTS },
      { source: task, target: TASK },
      ...agentMounts(launch, folder, task),
      ...(meter?.mounts ?? []),
      ...(door === undefined ? [] : packageMounts(door.socketDir)),
    ],
    writable: [
      ...WRITABLE,
      ...(launch.layout?.writable ?? []),
      ...(options.collect === undefined ? [] : [PLAN_OUTPUT]),
    ],
    labels: {
      run: options.run,
      instance: prepared.instance.id,
      attempt: options.attempt,
      phase: options.phase === 'direct' ? 'infer' : options.phase,
    },
  };
}

/** Writes the prompt and the files for HOME into the folder that is mounted at TASK. */
export async function writeTask(task: string, launch: AgentLaunch, prompt: string): Promise<void> {
  await writeFile(join(task, 'prompt.md'), prompt);
  if (launch.layout !== undefined) await writeFile(join(task, launch.layout.promptName), prompt);
  for (const [path, content] of Object.entries(launch.homeFiles ?? {})) {
    const target = join(task, 'home', path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, { mode: 0o644 });
  }
}

export function agentMounts(
  { bundle, layout }: AgentLaunch,
  folder: string,
  task: string,
): readonly ReadOnlyMount[] {
  const source = bundle ?? folder;
  const also =
    layout === undefined
      ? []
      : [
          { source, target: layout.agent },
          { source: task, target: layout.task },
        ];
  return [{ source, target: AGENT_FOLDER }, ...also];
}

/** Removes duplicate targets: the meter also mounts Node. */
export function uniqueTargets(mounts: readonly ReadOnlyMount[]): readonly ReadOnlyMount[] {
  return [...new Map(mounts.map((mount) => [mount.target, mount])).values()];
}

/** Derives the outcome from how the container ended; undefined if the caller stopped it. */
export function endOf(end: ContainerEnd, meter: ModelMeter | undefined): Outcome | undefined {
  const ending = meter?.ending();
  // An engine failure explains a gateway failure, but not the reverse.
  if (ending !== undefined && end.kind !== 'infra-failed') return ending;
  if (end.kind === 'stopped') return undefined;
  const outcome = outcomeOf(end);
  const neverStarted =
    outcome.kind === 'agent-failed' && (outcome.exit_code === 126 || outcome.exit_code === 127);
  if (neverStarted && meter?.agentStarted() === false) {
    const detail = `the agent could not be started (exit ${outcome.exit_code}); see agent.log`;
    return { kind: 'infra-failed', cause: 'agent-setup', detail };
  }
  return outcome;
}

/** Maps the end of a container to the outcome of an attempt. */
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
