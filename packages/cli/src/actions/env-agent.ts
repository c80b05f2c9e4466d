import { join, resolve } from 'node:path';
import { countOf } from '@refbench/base';
import { resolveAgent } from '@refbench/agents';
import { DEFAULT_LIMITS, RefbenchError } from '@refbench/contracts';
import {
  buildByAgent,
  BUILDER_BUDGET_USD,
  BUILDER_WALL_CLOCK_MS,
  loadPrompts,
  type AgentBuild,
} from '@refbench/runner';
import { type BuildEnvironmentOptions, type EnvironmentCheck } from '@refbench/environments';
import type { Command } from 'commander';
import { minutes, PROMPTS_DIR } from '../options/mode-options.ts';
import {
  addModelOptions,
  forAgent,
  modelOptionsOf,
  type ModelCommandOptions,
} from '../options/model-options.ts';
import { checkRecord, describeCheck } from '../terminal/env-check-text.ts';

const MINUTE_MS = 60_000;

export interface AgentBuilderOptions extends ModelCommandOptions {
  readonly builder: string;
  readonly stateDir: string;
  readonly minutes: number;
  readonly promptsDir?: string;
}

/** The result of a build as JSON and as text. */
export interface BuildReport {
  readonly kind: string;
  readonly record: unknown;
  readonly text: string;
  /** The validation; undefined if there was none. */
  readonly check?: EnvironmentCheck | undefined;
}

/** Agents of `run` that cannot build environments. */
const CANNOT_BUILD: ReadonlySet<string> = new Set(['golden', 'nop', 'script']);

type Session = Omit<BuildEnvironmentOptions, 'limits'>;

export function addAgentBuilderOptions(command: Command): Command {
  return addModelOptions(command, BUILDER_BUDGET_USD)
    .option('--minutes <n>', 'time limit of an agent', minutes, BUILDER_WALL_CLOCK_MS / MINUTE_MS)
    .option('--prompts-dir <dir>', PROMPTS_DIR);
}

/** Returns undefined if the builder is autodetect. */
export async function agentBuilder(
  options: AgentBuilderOptions,
): Promise<((session: Session) => Promise<BuildReport>) | undefined> {
  const { builder, promptsDir } = options;
  if (builder === 'autodetect') return undefined;
  if (CANNOT_BUILD.has(builder)) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${builder} changes the tree and cannot write an environment`,
      hint: 'use autodetect, a published client with --model, or the path of an agent directory',
    });
  }
  const stateDir = resolve(options.stateDir);
  const model = forAgent('--model', options.model, builder, [builder]);
  const version = forAgent('--agent-version', options.agentVersion, builder, [builder]);
  const agent = await resolveAgent(builder, {
    stateDir,
    ...(model === undefined ? {} : { model }),
    ...(version === undefined ? {} : { version }),
  });
  const prompts = await loadPrompts(promptsDir === undefined ? undefined : resolve(promptsDir));
  const models = agent.model === undefined ? undefined : await modelOptionsOf(options);
  return async (session) => {
    const { id } = session.entry.instance;
    const folder = join(stateDir, 'builders', `${id}-${session.run}`);
    const result = await buildByAgent({
      ...session,
      agent,
      prompts,
      folder,
      limits: DEFAULT_LIMITS.grade,
      wallClockMs: Math.round(options.minutes * MINUTE_MS),
      ...(models === undefined ? {} : { models }),
    });
    if (result === undefined) {
      return { kind: 'stopped', record: { instance: id, kind: 'stopped' }, text: 'stopped' };
    }
    return {
      kind: result.kind,
      record: recordOf(session, result, folder),
      text: describe(result, folder),
    };
  };
}

function recordOf({ entry }: Session, result: AgentBuild, folder: string): object {
  const check = 'check' in result ? result.check : undefined;
  const { check: _, ...rest } = { check, ...result };
  return {
    ...(check === undefined ? {} : checkRecord(entry, check)),
    instance: entry.instance.id,
    ...rest,
    folder,
  };
}

function describe(result: AgentBuild, folder: string): string {
  const spent = result.usage === undefined ? '' : `, $${result.usage.usd.toFixed(2)}`;
  const end = `agent  ${result.agent.kind}, ${countOf(result.candidates, 'candidate')}${spent}; ${folder}`;
  return [end, ...reasonsOf(result)].join('\n');
}

function reasonsOf(result: AgentBuild): readonly string[] {
  switch (result.kind) {
    case 'admitted':
      return [describeCheck(result.check)];
    case 'rejected':
      return [
        ...(result.check === undefined ? ['not admitted'] : []),
        ...(result.check === undefined
          ? result.reasons.map(({ what, hint }) => `${what}\n  -> ${hint}`)
          : [describeCheck(result.check)]),
      ];
    case 'invalid-scripts':
      return ['not admitted: the scripts are not a valid recipe', ...result.reasons];
    case 'out-of-budget':
      return [
        `not admitted: the budget of $${result.budgetUsd} is spent\n  -> raise it with --budget`,
        ...result.reasons,
      ];
    case 'out-of-time':
      return [
        `not admitted: ${result.limitMs / MINUTE_MS} minutes are over\n  -> raise the limit with --minutes`,
        ...result.reasons,
      ];
    case 'infra-failed':
      return [`the machine failed: ${result.detail}\n  -> run the same command again`];
  }
}
