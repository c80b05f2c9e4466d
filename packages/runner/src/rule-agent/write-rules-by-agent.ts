import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureNode, NODE_FOLDER, type Agent } from '@refbench/agents';
import {
  DEFAULT_LIMITS,
  type AttemptUsage,
  type Limits,
  type Outcome,
  type RulesetSide,
} from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/base';
import { AGENT_PROGRAMS } from '@refbench/docker';
import { ByteRing, type ContainerSpec, type Engine, type ReadOnlyMount } from '@refbench/sandbox';
import { readAgentTrace } from '../attempt/agent-trace.ts';
import { agentSubmission } from '../attempt/agent-submission.ts';
import { openMeter, type ModelMeter } from '../submission/model-meter.ts';
import { openModelService, type ModelOptions } from '../submission/model-service.ts';
import { agentMounts, endOf, uniqueTargets, writeTask } from '../attempt/run-agent.ts';
import { CHECKER_SOCKET, HARNESS, HOME, TASK, TESTBED } from '@refbench/workspace';
import type { ScratchFolder } from '@refbench/workspace';
import type { CatalogEntry } from '@refbench/instances';
import { openRuleServer } from './rule-server.ts';

export interface RuleAgentOptions {
  readonly agent: Agent;
  /** Required if the agent needs a model. The budget includes what earlier processes spent. */
  readonly models: ModelOptions | undefined;
  readonly entry: CatalogEntry;
  readonly engine: Engine;
  readonly stateDir: string;
  /** Id or reference of an image with bash and the user of RefBench. */
  readonly image: string;
  /** Folder of this host with the files of base. */
  readonly treeFolder: string;
  /** Folder of this host with `bin/rg`. */
  readonly ripgrepFolder: string;
  readonly scratch: ScratchFolder;
  readonly prompt: string;
  /** Checks rules and adds those that hold. Returns the answer for the agent. */
  readonly register: (side: RulesetSide, rules: string, signal: AbortSignal) => Promise<string>;
  /** Records that the agent is done. Returns the answer for the agent. */
  readonly finish: (summary: string) => Promise<string>;
  readonly wallClockMs: number;
  /** Id for the labels of the container. */
  readonly run: string;
  /** Folder for the evidence: log, usage, ledger and trajectory. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** How an agent ended that wrote rules. */
export interface RuleAgentWork {
  /** Whether it called `finish-rules`. */
  readonly finished: boolean;
  /** Undefined if it was stopped because it went on after `finish-rules`. */
  readonly outcome: Outcome | undefined;
  readonly usage?: AttemptUsage;
}

/** Time for an agent to end by itself after it called `finish-rules`. */
const GRACE_MS = 20_000;

/** Shorter than the time-outs of HTTP clients and proxies. */
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * Lets a coding agent write rules. It runs in a container of profile `agent`, without a network, with
 * base mounted read-only and two commands that ask this host. Returns undefined if the caller stopped
 * it.
 * @throws RefbenchError kind `usage` for a model without a price or a key, and failures that the agent
 *   did not cause
 */
export async function writeRulesByAgent(
  options: RuleAgentOptions,
): Promise<RuleAgentWork | undefined> {
  const { agent, entry, scratch, stateDir, signal } = options;
  await using modelService = await openModelService({
    submissions: [agentSubmission(agent)],
    models: options.models,
    judge: undefined,
    engine: options.engine,
    stateDir,
    ledgerFile: join(options.folder, 'ledger.jsonl'),
    signal,
  });
  await agent.install?.(signal);
  const done = new AbortController();
  let finished = false;
  let timer: NodeJS.Timeout | undefined;
  await using server = await openRuleServer({
    stateDir,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    requests: {
      register: (side, rules) => options.register(side, rules, signal),
      async finish(summary) {
        const answer = await options.finish(summary);
        finished = true;
        timer = setTimeout(() => done.abort('the agent is done'), GRACE_MS);
        return answer;
      },
    },
  });
  const task = await scratch.sub('task');
  const folder = await scratch.sub('agent');
  await using meter = await openMeter(agent, {
    modelService,
    run: options.run,
    attempt: 'rules',
    folder: options.folder,
    prepared: { instance: entry.instance },
    budgetUsd: options.models?.budgetUsd ?? 0,
    spentBeforeUsd: modelService?.gateway.spentUsd('') ?? 0,
    phase: 'direct',
  });
  const launch = await agent.prepare({
    instance: entry.instance,
    instanceDir: entry.dir,
    // Only the reference agent `golden` asks for it.
    goldenPatch: () => Promise.reject(new Error('an agent that writes rules never gets golden')),
    folder,
    access: meter?.access,
  });
  await writeTask(task, launch, options.prompt);
  const node = await ensureNode(stateDir, signal);
  const mounts = [
    ...(await commandMounts(await scratch.sub('commands'))),
    { source: join(options.ripgrepFolder, 'bin', 'rg'), target: `${PROGRAMS}/rg` },
    { source: task, target: TASK },
    { source: server.socketDir, target: CHECKER_SOCKET },
    { source: node, target: NODE_FOLDER },
    ...agentMounts(launch, folder, task),
    ...(meter?.mounts ?? []),
  ];
  const spec = containerOf(options, launch, mounts);
  try {
    return await runToEnd(options, spec, meter, { done: done.signal, finished: () => finished });
  } finally {
    clearTimeout(timer);
  }
}

/** A folder that is on the path of every shell, also of login shells, which set the path anew. */
const PROGRAMS = '/usr/local/bin';

/** Writes the commands of the agent, each a program of its own, and returns how they are mounted. */
async function commandMounts(folder: string): Promise<readonly ReadOnlyMount[]> {
  const commands = ['register', 'finish'] as const;
  return await Promise.all(
    commands.map(async (command) => {
      const source = join(folder, `${command}-rules`);
      const program = `${NODE_FOLDER}/bin/node ${HARNESS}/rule-command.mjs ${command}`;
      await writeFile(source, `#!/bin/bash\nexec ${program} "$@"\n`);
      // The mode of a new file depends on the mask of the process.
      await chmod(source, 0o755);
      return { source, target: `${PROGRAMS}/${command}-rules` };
    }),
  );
}

type Launch = Awaited<ReturnType<Agent['prepare']>>;

function containerOf(
  options: RuleAgentOptions,
  launch: Launch,
  mounts: readonly ReadOnlyMount[],
): ContainerSpec {
  const limits: Limits = { ...DEFAULT_LIMITS.agent, wall_clock_ms: options.wallClockMs };
  const all = [
    { source: AGENT_PROGRAMS, target: HARNESS },
    { source: options.treeFolder, target: TESTBED },
    ...mounts,
  ];
  return {
    profile: 'agent',
    image: options.image,
    command: ['bash', `${HARNESS}/rules.sh`, ...launch.command],
    env: {
      ...launch.env,
      HOME,
      USER: 'bench',
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      BASH_DEFAULT_TIMEOUT_MS: '600000',
      REFBENCH_PROMPT_FILE: `${TASK}/prompt.md`,
      REFBENCH_PHASE: 'rules',
    },
    workingDir: TESTBED,
    limits,
    mounts: uniqueTargets(all),
    writable: [HOME, '/tmp', '/var/tmp', ...(launch.layout?.writable ?? [])],
    labels: {
      run: options.run,
      instance: options.entry.instance.id,
      attempt: '1',
      phase: 'rules',
    },
  };
}

interface Work {
  /** Aborted when the agent goes on although it is done. */
  readonly done: AbortSignal;
  readonly finished: () => boolean;
}

/** Runs the container and stores its evidence, however it ended. */
async function runToEnd(
  { agent, engine, signal, folder }: RuleAgentOptions,
  spec: ContainerSpec,
  meter: ModelMeter | undefined,
  { done, finished }: Work,
): Promise<RuleAgentWork | undefined> {
  await using created = await engine.createContainer(spec);
  const stdout = new ByteRing(spec.limits.log_bytes);
  const stops = [signal, done, ...(meter === undefined ? [] : [meter.stop])];
  await using running = await created.start({
    signal: AbortSignal.any(stops),
    onOutput: (stream, chunk) => {
      if (stream === 'stdout') stdout.add(chunk);
    },
  });
  await using stopped = await running.ended;
  await meter?.concluded();
  const { usage, trajectory } = readAgentTrace(agent, stdout.bytes(), meter);
  await writeFileAtomic(join(folder, 'agent.log'), stopped.log.bytes);
  if (trajectory !== undefined) {
    await writeFileAtomic(join(folder, 'trajectory.json'), JSON.stringify(trajectory));
  }
  if (signal.aborted) return undefined;
  const outcome = endOf(stopped.end, meter);
  return { finished: finished(), outcome, ...(usage === undefined ? {} : { usage }) };
}
