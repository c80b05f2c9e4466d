import { DEFAULT_LIMITS, type Mode, type Track } from '@refbench/contracts';
import type { CatalogEntry } from '@refbench/instances';
import type { ConductOptions, RunRequest } from '@refbench/runner';
import type { Workspace } from '@refbench/workspace';
import { agentLimitsOf, type LimitOptions } from '../options/limit-options.ts';
import { modeSetupOf, type ModeCommandOptions } from '../options/mode-options.ts';
import type { RunLog } from '../terminal/log-file.ts';
import type { RunView } from '../terminal/run-view.ts';
import type { RunSignals } from '../terminal/two-stage-signals.ts';

/** Where a run is seen, and what ends it. */
export interface RunSurface {
  readonly view: RunView;
  readonly signals: RunSignals;
  readonly log: RunLog;
}

/** The part of a command line that says what a run is. */
interface ConductRequest extends Pick<ConductOptions, 'run' | 'submissions'> {
  readonly models?: ConductOptions['models'] | undefined;
  readonly judge?: ConductOptions['judge'];
  readonly options: LimitOptions &
    Partial<ModeCommandOptions> & {
      readonly track: Track;
      readonly mode: Mode;
      readonly attempts?: number;
      readonly packages?: ConductOptions['packages'];
    };
}

/** What a run is, whether it is planned or made. */
export async function plannedRunOf(
  { run, submissions, options, models, judge }: ConductRequest,
  entries: readonly CatalogEntry[],
): Promise<RunRequest> {
  return {
    run,
    submissions,
    entries,
    track: options.track,
    mode: options.mode,
    ...(options.attempts === undefined ? {} : { repeats: options.attempts }),
    ...(options.packages === undefined ? {} : { packages: options.packages }),
    ...(await modeSetupOf(options)),
    judge,
    ...(models === undefined ? {} : { models }),
    limits: { agent: agentLimitsOf(options), grade: DEFAULT_LIMITS.grade },
  };
}

/** A run and what it is shown on, wherever its attempts are made. */
export async function conductOptionsOf(
  request: ConductRequest,
  {
    workspace,
    entries,
  }: { readonly workspace: Workspace; readonly entries: readonly CatalogEntry[] },
  { view, signals, log }: RunSurface,
): Promise<ConductOptions> {
  return {
    ...(await plannedRunOf(request, entries)),
    workspace,
    drain: signals.drain,
    stop: signals.stop,
    say: (message) => view.say(message),
    listener: (event) => {
      // What agents write is in their own agent.log.
      if (event.kind !== 'output') log.write(event);
      view.listener(event);
    },
  };
}
