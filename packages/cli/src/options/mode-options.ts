import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { DEFAULT_PLANNING, type PlanningLimits } from '@refbench/contracts';
import { loadPrompts, type PromptSet } from '@refbench/runner';

/** Description of `--prompts-dir` in all commands. */
export const PROMPTS_DIR = 'prompt templates that override those of the same name';

const MINUTE_MS = 60_000;

export interface ModeCommandOptions {
  readonly promptsDir?: string;
  readonly suiteHint: boolean;
  readonly planMinutes: number;
  readonly planShare: number;
}

export function addModeOptions(command: Command): Command {
  return command
    .option('--prompts-dir <dir>', PROMPTS_DIR)
    .option('--no-suite-hint', 'do not tell agents in the prompt how to run the test suite')
    .option(
      '--plan-minutes <n>',
      'time limit for planning, within that of the attempt',
      minutes,
      DEFAULT_PLANNING.wall_clock_ms / MINUTE_MS,
    )
    .option(
      '--plan-share <0..1>',
      "share of the attempt's budget for planning",
      share,
      DEFAULT_PLANNING.budget_share,
    );
}

/** Prompts and limits of planning. Commands without these options get the defaults. */
export async function modeSetupOf(
  options: Partial<ModeCommandOptions>,
): Promise<{ readonly prompts: PromptSet; readonly planning: PlanningLimits }> {
  const { promptsDir, suiteHint, planMinutes, planShare } = options;
  return {
    prompts: await loadPrompts(promptsDir === undefined ? undefined : resolve(promptsDir), {
      suite: suiteHint ?? true,
    }),
    planning: {
      wall_clock_ms:
        planMinutes === undefined
          ? DEFAULT_PLANNING.wall_clock_ms
          : Math.round(planMinutes * MINUTE_MS),
      budget_share: planShare ?? DEFAULT_PLANNING.budget_share,
    },
  };
}

export function minutes(value: string): number {
  const number = Number(value);
  if (!(number >= 0.01 && number <= 10_000))
    throw new InvalidArgumentError('specify a number of minutes');
  return number;
}

export function share(value: string): number {
  const number = Number(value);
  if (!(number > 0 && number <= 1)) {
    throw new InvalidArgumentError('specify a number above 0 and at most 1');
  }
  return number;
}
