import { join } from 'node:path';
import {
  ABSENT_RESULT_FILE,
  absentResultSchema,
  instanceSchema,
  isReservedAgentName,
  RefbenchError,
  type RunPlan,
} from '@refbench/contracts';
import { readJsonFile, readYamlFile } from '@refbench/base';
import {
  agentSummaries,
  buildReport,
  DEFAULT_REPORT_OPTIONS,
  headlineOf,
  readResults,
  readRunPlan,
  resolutionsOf,
  type ReportFigures,
} from '@refbench/reports';
import PQueue from 'p-queue';
import type { Behaviour } from '../schema/behaviour.ts';
import type { AttemptRow, RunView } from '../schema/run-view.ts';
import { listCells, type AttemptFolder, type Cell } from './attempt-folders.ts';
import { readAttemptRow } from './attempt-row.ts';
import { NO_PROGRESS, readLiveProgress, type LiveProgress } from './live-progress.ts';
import { readRunState } from './run-state.ts';

export interface RunViewOptions {
  readonly instancesDir: string;
  /** Number of bootstrap samples; the default of reports if absent. */
  readonly resamples?: number;
  /** Without it, rows have no behaviour. */
  readonly behaviourOf?: (attempt: AttemptFolder) => Promise<Behaviour | null>;
}

/**
 * Reads everything about a run except the evidence of its attempts. The run may still go on.
 * @param folder of the run
 * @throws RefbenchError kind `usage` if the folder has no plan, `invalid-file` if the plan is damaged
 */
export async function readRunView(folder: string, options: RunViewOptions): Promise<RunView> {
  const plan = await readRunPlan(folder);
  const state = await readRunState(folder);
  const live = state === 'running' ? await readLiveProgress(folder) : NO_PROGRESS;
  const cells = await listCells(folder, plan);
  // A run may have thousands of attempts, and each has a trajectory that is read as a whole.
  const queue = new PQueue({ concurrency: 4 });
  const attempts = await queue.addAll(
    cells.map((cell) => () => rowsOf(cell, { isRunning: state === 'running', live }, options)),
  );
  const empty = (await queue.addAll(cells.map((cell) => () => emptyCell(cell, live)))).flat();
  const rows = attempts.flat();
  const done = rows.filter(({ counts }) => counts).length;
  const absent = empty.filter((cell) => cell.state === 'absent').length;
  const report = done === 0 ? null : await reportOf(folder, options);
  const planned = cells.length;
  return {
    schema: 1,
    kind: 'refbench-run-view',
    run: plan.run,
    createdAt: plan.created_at,
    tool: plan.tool,
    track: plan.track,
    mode: plan.mode,
    repeats: plan.repeats ?? 1,
    budgetUsd: plan.budget_usd ?? null,
    state,
    planned,
    done: done + absent,
    headline: [...headline(report, state, done + absent, planned)],
    summary: summaryOf(report, rows, state),
    resolutions: report === null ? [] : [...resolutionsOf(report)],
    agents: plan.agents.map(({ name, version, model, reference, digest }) => ({
      name,
      version,
      digest,
      model: model ?? null,
      reference: reference ?? isReservedAgentName(name),
    })),
    instances: await instancesOf(plan, options.instancesDir, live),
    attempts: rows,
    empty,
    report,
  };
}

async function rowsOf(
  { attempts }: Cell,
  { isRunning, live }: { readonly isRunning: boolean; readonly live: LiveProgress },
  { behaviourOf }: RunViewOptions,
): Promise<readonly AttemptRow[]> {
  const rows = await Promise.all(
    attempts.map(async (one) => ({
      ...(await readAttemptRow(one, isRunning, live.attempts.get(one.key))),
      behaviour: (await behaviourOf?.(one)) ?? null,
    })),
  );
  // A damaged newest score must not make an older one count.
  const last = rows.findLast(({ state }) => state === 'scored' || state === 'damaged');
  return rows.map((row) => ({ ...row, counts: row === last && row.state === 'scored' }));
}

async function emptyCell(cell: Cell, live: LiveProgress): Promise<RunView['empty']> {
  const absent = await readJsonFile(join(cell.folder, ABSENT_RESULT_FILE), absentResultSchema);
  const { instance, agent, repeat } = cell;
  if (absent.kind === 'valid') {
    return [{ instance, agent, repeat, state: 'absent', note: absent.value.reason }];
  }
  if (cell.attempts.length > 0) return [];
  const phase = live.instances.get(instance);
  return [
    phase === undefined
      ? { instance, agent, repeat, state: 'not started', note: '' }
      : { instance, agent, repeat, state: 'waiting', note: phase.name },
  ];
}

/** In a run that goes on, results that are still to come are not missing. */
function summaryOf(
  report: ReportFigures | null,
  rows: readonly AttemptRow[],
  state: RunView['state'],
): RunView['summary'] {
  if (report === null) return [];
  const summaries = agentSummaries(report);
  if (state !== 'running') return [...summaries];
  const isLost = (row: AttemptRow): boolean =>
    row.state === 'damaged' || (row.counts && row.verdict === 'infra');
  return summaries.map((one) => ({
    ...one,
    missing: rows.filter((row) => row.agent === one.agent && isLost(row)).length,
  }));
}

async function reportOf(
  folder: string,
  { instancesDir, resamples = DEFAULT_REPORT_OPTIONS.resamples }: RunViewOptions,
): Promise<ReportFigures> {
  const results = await readResults(folder, instancesDir);
  const { cells: _cells, ...report } = buildReport([results], {
    ...DEFAULT_REPORT_OPTIONS,
    resamples,
  });
  return report;
}

function headline(
  report: ReportFigures | null,
  state: RunView['state'],
  done: number,
  planned: number,
): readonly string[] {
  // Results that are still to come are not problems.
  const isRunning = state === 'running';
  const sentences = report === null ? [] : headlineOf(report, { withProblems: !isRunning });
  if (state === 'finished') return sentences;
  const progress = `${done} of ${planned} planned results are there`;
  const first = isRunning
    ? `The run goes on: ${progress}.`
    : `The run was interrupted: ${progress}.`;
  return [first, ...sentences];
}

async function instancesOf(
  plan: RunPlan,
  instancesDir: string,
  progress: LiveProgress,
): Promise<RunView['instances']> {
  return await Promise.all(
    plan.instances.map(async (id) => {
      const live = progress.instances.get(id) ?? null;
      try {
        const found = await readYamlFile(join(instancesDir, id, 'instance.yaml'), instanceSchema);
        const { language, category, repository } = found;
        return { id, repository: repository.name, language, category, live };
      } catch (error) {
        if (!RefbenchError.isInstance(error)) throw error;
        return { id, repository: null, language: null, category: null, live };
      }
    }),
  );
}
