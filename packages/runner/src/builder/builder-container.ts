import { createWriteStream } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { NODE_FOLDER, type Agent } from '@refbench/agents';
import type { AttemptUsage, Limits, Outcome, Trajectory } from '@refbench/contracts';
import { AGENT_PROGRAMS } from '@refbench/docker';
import { BuildFolder, ensureBaseImage } from '@refbench/env-builder';
import { packFiles, packOneCommit, type Repository } from '@refbench/repos';
import { ByteRing, type ContainerLog } from '@refbench/sandbox';
import { readAgentTrace } from '../attempt/agent-trace.ts';
import type { BuildEnvironmentOptions } from '@refbench/environments';
import { CHECKER_SOCKET, GIVEN, HARNESS, SCRIPTS, TASK } from '@refbench/workspace';
import { agentMounts, endOf, uniqueTargets, writeTask } from '../attempt/run-agent.ts';
import { openMeter } from '../submission/model-meter.ts';
import type { ModelService } from '../submission/model-service.ts';
import type { ScratchFolder } from '@refbench/workspace';
import type { RecipeFiles } from './candidate.ts';
import { readRecipeArchive, type RecipeArchive } from './recipe-archive.ts';

export interface BuilderContainerOptions extends BuildEnvironmentOptions {
  readonly agent: Agent;
  readonly modelService: ModelService | undefined;
  readonly repository: Repository;
  readonly scratch: ScratchFolder;
  /** Folder for the evidence. The gateway writes usage.jsonl there while the agent runs. */
  readonly folder: string;
  readonly baseImage: string;
  readonly draft: RecipeFiles;
  readonly prompt: string;
  readonly budgetUsd: number;
  readonly agentLimits: Limits;
  /** Host folder with the socket of the check server. */
  readonly checker: string;
  /** Host folder with bin/node. */
  readonly node: string;
}

/** What the agent produced; undefined if the caller stopped it. */
export interface BuilderWork {
  readonly outcome: Outcome;
  readonly left: RecipeArchive;
  readonly log: ContainerLog;
  readonly durationMs: number;
  readonly usage?: AttemptUsage;
  readonly trajectory?: Trajectory;
}

/** uid and gid of `bench`. */
const BENCH = { uid: 10_001, gid: 10_001, mtime: 946_684_800 };

/** Owner root, because the agent is root in this container. */
const ROOT_HOME = '/root';

/**
 * Runs an agent in a temporary container of profile `build`, with a network, both commits, the
 * draft, and access to its model and the check server. The container has no API key.
 */
export async function runBuilder(
  options: BuilderContainerOptions,
): Promise<BuilderWork | undefined> {
  const { agent, scratch, engine, entry } = options;
  const base = await ensureBaseImage(engine, options.baseImage, options.build);
  await using steps = await BuildFolder.create(options.build.stateDir, options.build.network);
  const given = await scratch.sub('given');
  await writeGiven(given, options);
  const task = await scratch.sub('task');
  const folder = await scratch.sub('agent');
  await using meter = await openMeter(agent, {
    ...options,
    prepared: { instance: entry.instance },
    attempt: 'builder',
    spentBeforeUsd: 0,
    phase: 'direct',
  });
  const launch = await agent.prepare({
    instance: entry.instance,
    instanceDir: entry.dir,
    goldenPatch: () => options.repository.diff(entry.instance.base, entry.instance.golden),
    folder,
    access: meter?.access,
  });
  await writeTask(task, launch, options.prompt);
  await using created = await engine.createContainer({
    profile: 'build',
    fixedTime: true,
    image: base.imageId,
    command: ['bash', `${HARNESS}/builder.sh`, ...launch.command],
    env: {
      ...launch.env,
      HOME: ROOT_HOME,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      // Some clients refuse to run as root unless this says that they are in a container.
      IS_SANDBOX: '1',
      // A check takes minutes. The default time-out of this client is two.
      BASH_DEFAULT_TIMEOUT_MS: '600000',
      REFBENCH_PROMPT_FILE: `${TASK}/prompt.md`,
    },
    workingDir: '/',
    limits: options.agentLimits,
    mounts: uniqueTargets([
      { source: steps.mounted, target: '/refbench' },
      { source: AGENT_PROGRAMS, target: HARNESS },
      { source: given, target: GIVEN },
      { source: task, target: TASK },
      { source: options.checker, target: CHECKER_SOCKET },
      { source: options.node, target: NODE_FOLDER },
      ...agentMounts(launch, folder, task),
      ...(meter?.mounts ?? []),
    ]),
    writable: [],
    hostServices: steps.services,
    labels: { run: options.run, instance: entry.instance.id, attempt: '0', phase: 'builder' },
  });
  const stdout = new ByteRing(options.agentLimits.log_bytes);
  await using running = await created.start({
    signal: AbortSignal.any([options.signal, ...(meter === undefined ? [] : [meter.stop])]),
    onOutput: (stream, chunk) => {
      if (stream === 'stdout') stdout.add(chunk);
    },
  });
  await using stopped = await running.ended;
  await meter?.concluded();
  const outcome = options.signal.aborted ? undefined : endOf(stopped.end, meter);
  if (outcome === undefined) return undefined;
  const left: RecipeArchive =
    outcome.kind === 'infra-failed'
      ? { kind: 'invalid', reasons: [outcome.detail] }
      : await readRecipeArchive(await stopped.getArchive(SCRIPTS));
  const { log, durationMs } = stopped;
  const trace = readAgentTrace(agent, stdout.bytes(), meter);
  return { outcome, left, log, durationMs, ...trace };
}

/** Writes both commits as archives, and the draft as files. */
async function writeGiven(
  given: string,
  { repository, entry, draft }: BuilderContainerOptions,
): Promise<void> {
  const { base, golden, environment } = entry.instance;
  const write = (name: string): NodeJS.WritableStream => createWriteStream(join(given, name));
  await pipeline(packOneCommit(repository, base, BENCH, environment.ignored), write('base.tar'));
  const tree = await repository.readTree(golden);
  await pipeline(packFiles(repository, tree, BENCH), write('golden.tar'));
  for (const [name, { text, executable }] of draft) {
    const path = join(given, 'scripts', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    await chmod(path, executable ? 0o755 : 0o644);
  }
}
