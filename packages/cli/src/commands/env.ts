import { DEFAULT_LIMITS, EXIT_CODES } from '@refbench/contracts';
import {
  buildEnvironment,
  calibrate,
  checkEnvironment,
  type EnvironmentCheck,
} from '@refbench/environments';
import { prepareEnvironment, selectInstances, BASELINE_RUNS } from '@refbench/instances';
import type { Command } from 'commander';
import { addBuildOptions, type BuildCommandOptions } from '../options/build-options.ts';
import { calibrationTable } from '../terminal/calibration-table.ts';
import { addDiskOption, type DiskCommandOptions } from '../options/disk-option.ts';
import { forEachInstance, type InstanceSession } from '../actions/each-instance.ts';
import { addSelectionOptions } from '../options/selection-options.ts';
import { addWorkspaceOptions, type WorkspaceOptions } from '../options/workspace-options.ts';
import {
  addAgentBuilderOptions,
  agentBuilder,
  type AgentBuilderOptions,
  type BuildReport,
} from '../actions/env-agent.ts';
import { buildRecord, describeBuild } from '../terminal/env-build-text.ts';
import { checkRecord, describeCheck } from '../terminal/env-check-text.ts';
import { addEnvLeaksCommand } from './env-leaks.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions, DiskCommandOptions {
  readonly json: boolean;
}

interface BuildOptions extends Options, AgentBuilderOptions {
  readonly builder: string;
  readonly calibrate: boolean;
  readonly quick: boolean;
}

export function addEnvCommand(program: Command, setExitCode: (code: number) => void): void {
  const env = program
    .command('env')
    .description('write, build and validate the environments of instances');
  const build = env
    .command('build')
    .description('write environment/ of an instance, build its image, validate and calibrate it')
    .argument('<instance...>', 'ids, globs or sets')
    .option(
      '--builder <builder>',
      'writer of the recipe: autodetect, a published client, or an agent directory',
      'autodetect',
    )
    .option('--no-calibrate', 'stop after the validation')
    .option(
      '--quick',
      'run each suite once, and do not calibrate; an unstable suite is then not noticed',
      false,
    )
    .option('--json', 'print one JSON object per instance on standard output', false);
  addSelectionOptions(addAgentBuilderOptions(build));
  addDiskOption(
    addBuildOptions(addWorkspaceOptions(build, { instances: 'write', state: 'write' })),
  ).action(async (patterns: readonly string[], options: BuildOptions) => {
    const builder = await agentBuilder(options);
    await forEachInstance(patterns, options, async (session) => {
      const { record, text, kind, check } =
        builder === undefined
          ? await buildByProgram(session, options.quick)
          : await builder(session);
      if (options.json) process.stdout.write(`${JSON.stringify(record)}\n`);
      session.say(text);
      if (kind !== 'admitted') {
        setExitCode(EXIT_CODES.image);
        return;
      }
      if (options.calibrate && !options.quick) await calibrateNow(session, check);
    });
  });
  const check = env
    .command('check')
    .description('validate environments: run the suites of base and golden twice, offline')
    .argument('<instance...>', 'ids, globs or sets')
    .option('--json', 'print one JSON object per instance on standard output', false);
  addSelectionOptions(check);
  addDiskOption(addBuildOptions(addWorkspaceOptions(check))).action(
    async (patterns: readonly string[], options: Options) => {
      await forEachInstance(patterns, options, async (session) => {
        await using prepared = await prepareEnvironment(session);
        const result = await checkEnvironment({
          ...session,
          prepared,
          limits: DEFAULT_LIMITS.grade,
        });
        if (options.json)
          process.stdout.write(`${JSON.stringify(checkRecord(session.entry, result))}\n`);
        session.say(describeCheck(result));
        if (result.failures.length > 0) setExitCode(EXIT_CODES.image);
      });
    },
  );
  addEnvLeaksCommand(env, setExitCode);
}

async function buildByProgram(session: InstanceSession, quick: boolean): Promise<BuildReport> {
  const result = await buildEnvironment({
    ...session,
    limits: DEFAULT_LIMITS.grade,
    ...(quick ? { rounds: 1 } : {}),
  });
  const record = buildRecord(session.entry, result);
  const check = result.kind === 'unsupported' ? undefined : result.check;
  return { kind: result.kind, record, text: describeBuild(session.entry, result), check };
}

async function calibrateNow(
  session: InstanceSession,
  earlier: EnvironmentCheck | undefined,
): Promise<void> {
  const [entry = session.entry] = await selectInstances(session.workspace, [
    session.entry.instance.id,
  ]);
  await using prepared = await prepareEnvironment({ ...session, entry });
  const calibration = await calibrate({
    ...session,
    prepared,
    k: BASELINE_RUNS,
    limits: DEFAULT_LIMITS.grade,
    ...(earlier === undefined ? {} : { earlier }),
  });
  session.say(calibrationTable(calibration));
}
