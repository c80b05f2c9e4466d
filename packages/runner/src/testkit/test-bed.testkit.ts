import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { resolveAgent } from '@refbench/agents';
import {
  DEFAULT_LIMITS,
  DEFAULT_PLANNING,
  type ControlsLevel,
  type Limits,
  type Mode,
  type Score,
  type Track,
} from '@refbench/contracts';
import {
  readImageDefinitions,
  resolveBuildNetwork,
  type ImageOptions,
} from '@refbench/env-builder';
import { formatPatch, parsePatch, selectFiles, type CollectionLimits } from '@refbench/repos';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { testState, writeSmallInstance, type TemporaryFolder } from '@refbench/test-helpers';
import { agentSubmission } from '../attempt/agent-submission.ts';
import type { Submission } from '../submission/submission.ts';
import { executeRun } from '../run/execute-run.ts';
import type { RunResult } from '../run/run-result.ts';
import { selectInstances } from '@refbench/instances';
import type { ModelOptions } from '../submission/model-service.ts';
import type { Judge } from '../submission/judge.ts';
import { loadPrompts } from '../modes/load-prompts.ts';
import type { ProgressEvent, Workspace } from '@refbench/workspace';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The bundled instance, or the small one. */
const DEFAULT_INSTANCES = 'refbench__*';

/**
 * Path of a mirror with the repositories of the instances. Tests that need it are skipped without
 * one, because a test reads nothing outside the project that it was not told of.
 */
const MIRROR: string | undefined = process.env['REFBENCH_TEST_MIRROR'];

/** Tests whether the mirror has a repository, so that a skipped test can give the reason. */
export function mirrorHolds(name: string, exists: (path: string) => boolean): boolean {
  if (MIRROR === undefined) return false;
  const [owner = '', repository = ''] = name.split('/');
  return exists(MIRROR.replaceAll('{owner}', owner).replaceAll('{name}', repository));
}

/**
 * Executes real runs in a temporary folder and with a state folder of its own, which shares its
 * caches, such as baselines, with that of the project.
 */
export class TestBed implements AsyncDisposable {
  readonly engine: Engine;
  readonly workspace: Workspace;
  readonly folder: string;
  readonly events: ProgressEvent[] = [];
  private readonly runs = new Set<string>();
  private readonly state: TemporaryFolder;
  private build: Promise<ImageOptions> | undefined;

  private constructor(
    engine: Engine,
    folder: string,
    state: TemporaryFolder,
    dirs: Pick<Workspace, 'instancesDir' | 'rulesDir'>,
  ) {
    this.engine = engine;
    this.folder = folder;
    this.state = state;
    this.workspace = {
      instancesDir: dirs.instancesDir,
      rulesDir: dirs.rulesDir,
      runsDir: join(folder, 'runs'),
      stateDir: state.path,
      mirror: MIRROR,
    };
  }

  /** Opens a test bed with the shipped instances. Runs use the bundled one by default. */
  static async open(): Promise<TestBed> {
    return await TestBed.openWith(() =>
      Promise.resolve({ instancesDir: join(root, 'instances'), rulesDir: join(root, 'rules') }),
    );
  }

  /**
   * Opens a test bed with an instance whose suite takes a fraction of a second, for tests that do not
   * depend on what is refactored.
   * @param host - The address of the engine. By default, the one that commands use.
   */
  static async openSmall(host?: string): Promise<TestBed> {
    return await TestBed.openWith(writeSmallInstance, host);
  }

  private static async openWith(
    dirsIn: (folder: string) => Promise<Pick<Workspace, 'instancesDir' | 'rulesDir'>>,
    host?: string,
  ): Promise<TestBed> {
    const state = await testState();
    const folder = await mkdtemp(join(tmpdir(), 'refbench-test-'));
    const engine = await connectEngine({
      stateDir: state.path,
      ...(host === undefined ? {} : { host }),
    });
    return new TestBed(engine, folder, state, await dirsIn(folder));
  }

  async run(
    run: string,
    submissions: readonly Submission[],
    options: {
      readonly instances?: string;
      readonly agentLimits?: Partial<Limits>;
      readonly gradeLimits?: Partial<Limits>;
      readonly stop?: AbortSignal;
      readonly drain?: AbortSignal;
      readonly collectionLimits?: CollectionLimits;
      readonly models?: ModelOptions;
      readonly mode?: Mode;
      readonly track?: Track;
      readonly judge?: Judge;
      readonly repeats?: number;
      readonly controls?: ControlsLevel;
      readonly onEvent?: (event: ProgressEvent) => void;
    } = {},
  ): Promise<RunResult> {
    this.runs.add(run);
    const never = new AbortController().signal;
    return await executeRun({
      run,
      submissions,
      entries: await selectInstances(this.workspace, [options.instances ?? DEFAULT_INSTANCES]),
      workspace: this.workspace,
      engine: this.engine,
      track: options.track ?? 'instructed',
      mode: options.mode ?? 'direct',
      prompts: await loadPrompts(),
      planning: DEFAULT_PLANNING,
      judge: options.judge,
      ...(options.repeats === undefined ? {} : { repeats: options.repeats }),
      ...(options.models === undefined ? {} : { models: options.models }),
      limits: {
        agent: { ...DEFAULT_LIMITS.agent, ...options.agentLimits },
        grade: { ...DEFAULT_LIMITS.grade, ...options.gradeLimits },
      },
      build: await this.buildOptions(),
      controls: options.controls ?? 'fast',
      parallel: 1,
      drain: options.drain ?? options.stop ?? never,
      ...(options.collectionLimits === undefined
        ? {}
        : { collectionLimits: options.collectionLimits }),
      stop: options.stop ?? never,
      listener: (event) => {
        this.events.push(event);
        options.onEvent?.(event);
      },
    });
  }

  /** The build options that the command line uses by default. The host is asked once. */
  buildOptions(): Promise<ImageOptions> {
    this.build ??= this.resolveBuild();
    return this.build;
  }

  private async resolveBuild(): Promise<ImageOptions> {
    return {
      stateDir: this.workspace.stateDir,
      network: await resolveBuildNetwork(),
      definitions: await readImageDefinitions(),
    };
  }

  /** Makes a submission of an agent that runs a shell script in /testbed. */
  async script(name: string, script: string): Promise<Submission> {
    const path = join(this.folder, `${name}.sh`);
    await writeFile(path, script);
    const agent = await resolveAgent('script', { script: path });
    return { ...agentSubmission(agent), name };
  }

  /** Makes a submission of an agent directory that runs a shell script and supports every mode. */
  async planner(name: string, script: string): Promise<Submission> {
    const directory = join(this.folder, name);
    await mkdir(directory);
    const yaml = [
      `name: ${name}`,
      'version: "1"',
      'command: [bash, /opt/agent/work.sh]',
      'modes: [direct, plan, multiplan]',
    ];
    await writeFile(join(directory, 'agent.yaml'), `${yaml.join('\n')}\n`);
    await writeFile(join(directory, 'work.sh'), script);
    return agentSubmission(await resolveAgent(directory));
  }

  /** Resources that the runs of this test bed left in the engine; the list must be empty. */
  async leftovers(): Promise<readonly string[]> {
    const reports = await Promise.all(
      [...this.runs].map((run) => this.engine.sweep({ run, dryRun: true })),
    );
    return reports.flatMap((left) => [...left.containers, ...left.volumes, ...left.loopFiles]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
    await this.state[Symbol.asyncDispose]();
  }
}

/** Makes a submission whose patch is computed on the host from the instance. */
export function patchSubmission(
  name: string,
  patchOf: NonNullable<Submission['givenPatch']>,
): Submission {
  return {
    name,
    version: 'test',
    digest: `sha256:${'0'.repeat(64)}`,
    modes: ['direct'],
    givenPatch: patchOf,
    async try({ prepared }) {
      const patch = await patchOf(prepared);
      return {
        kind: 'ended',
        outcome: { kind: 'completed', oom_seen: false },
        collected:
          patch === undefined ? { kind: 'none', reason: 'no patch' } : { kind: 'given', patch },
        log: { bytes: Buffer.alloc(0), droppedBytes: 0 },
        durationMs: 0,
      };
    },
  };
}

/** Makes the submission `half`, which contains every second file of the golden patch. */
export function halfOfGolden(): Submission {
  return patchSubmission('half', async (prepared) => {
    const golden = parsePatch(await prepared.goldenPatch());
    if (golden.kind === 'rejected') throw new Error(golden.reason);
    const chosen = new Set(golden.files.filter((_, index) => index % 2 === 0));
    return formatPatch(selectFiles(golden, (file) => chosen.has(file)));
  });
}

/** Returns the score of an agent in a run. A missing score fails the test. */
export function scoreOf(result: RunResult, agent: string): Score {
  const score = result.scores.find((candidate) => candidate.agent === agent);
  if (score === undefined) {
    throw new Error(`no score of ${agent}: ${JSON.stringify(result.incomplete)}`);
  }
  return score;
}
