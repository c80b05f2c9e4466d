import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import {
  RefbenchError,
  runPlanSchema,
  segmentSchema,
  TOOL_VERSION,
  type Instance,
  type JournalEvent,
  type PackagesSetting,
  type RunPlan,
} from '@refbench/contracts';
import {
  acquireLock,
  canonicalJson,
  exists,
  Journal,
  readJsonFile,
  writeJsonFile,
} from '@refbench/base';
import type { RunRequest } from './run-options.ts';
import { readPlan } from '../stored-runs/read-plan.ts';
import { runFolder, type Workspace } from '@refbench/workspace';

/** A run that is locked by this process. */
export interface OpenRun extends AsyncDisposable {
  /** Whether this command created the folder. */
  readonly isNew: boolean;
  readonly plan: RunPlan;
  readonly folder: string;
  readonly journal: Journal<JournalEvent>;
}

/** Creates a sortable run id. Two runs started in the same second get different ids. */
export function newRunId(now: Date = new Date()): string {
  const time = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${time}-${randomBytes(2).toString('hex')}`;
}

/** @throws RefbenchError kind `usage` if the name cannot be that of a folder */
export function requireRunName(run: string): void {
  if (segmentSchema.safeParse(run).success) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `"${run}" cannot name a run`,
    hint: 'use at most 64 lower-case letters, digits, ".", "_" and "-"',
  });
}

/** Creates the folder and plan of a run, or resumes the run if its plan is the same. */
export async function openRun(workspace: Workspace, request: RunRequest): Promise<OpenRun> {
  requireRunName(request.run);
  const folder = runFolder(workspace, request.run);
  const isNew = !(await exists(folder));
  return await openLocked(request.run, folder, isNew, () =>
    writeOrCheckPlan(join(folder, 'run.json'), request),
  );
}

/**
 * Reopens an existing run with any plan.
 * @throws RefbenchError kind `usage` if the run does not exist, `invalid-file` if its plan is
 *   damaged
 */
export async function reopenRun(workspace: Workspace, run: string): Promise<OpenRun> {
  const plan = await readPlan(workspace.runsDir, run);
  return await openLocked(run, runFolder(workspace, run), false, () => Promise.resolve(plan));
}

/** @throws RefbenchError if another process holds the lock of the run */
async function openLocked(
  run: string,
  folder: string,
  isNew: boolean,
  readyPlan: () => Promise<RunPlan>,
): Promise<OpenRun> {
  const lock = await acquireLock(join(folder, '.lock'), `run "${run}"`);
  try {
    const plan = await readyPlan();
    const journal = await Journal.open<JournalEvent>(join(folder, 'events.jsonl'));
    return {
      isNew,
      plan,
      folder,
      journal,
      async [Symbol.asyncDispose]() {
        await journal[Symbol.asyncDispose]();
        await lock[Symbol.asyncDispose]();
      },
    };
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

function damagedPlan(path: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path} is damaged: ${reason}`,
    hint: 'move the folder away, or use another --run-id; the attempts in it are kept',
  });
}

/**
 * Checks that a run could start under its id: the id is new, or the stored run has the same plan. Nothing is
 * written.
 * @throws RefbenchError kind `usage` if the stored plan is another one, `invalid-file` if it is damaged
 */
export async function checkStoredPlan(workspace: Workspace, request: RunRequest): Promise<void> {
  requireRunName(request.run);
  await storedPlan(join(runFolder(workspace, request.run), 'run.json'), planOf(request));
}

async function writeOrCheckPlan(path: string, request: RunRequest): Promise<RunPlan> {
  const wanted = planOf(request);
  const stored = await storedPlan(path, wanted);
  if (stored !== undefined) return stored;
  await writeJsonFile(path, wanted);
  return wanted;
}

/** Reads the plan of a run that exists. Returns undefined if there is none. */
async function storedPlan(path: string, wanted: RunPlan): Promise<RunPlan | undefined> {
  const stored = await readJsonFile(path, runPlanSchema);
  switch (stored.kind) {
    case 'valid':
      requireSamePlan(stored.value, wanted);
      return stored.value;
    case 'invalid':
      throw damagedPlan(path, stored.reason);
    case 'absent':
      return undefined;
  }
}

function planOf(request: RunRequest): RunPlan {
  return {
    schema: 1,
    run: request.run,
    created_at: new Date().toISOString(),
    tool: TOOL_VERSION,
    track: request.track,
    mode: request.mode,
    agents: request.submissions.map(({ name, version, digest, model, reference }) => ({
      name,
      version,
      digest,
      ...(model === undefined ? {} : { model: model.name }),
      ...(reference === true ? { reference } : {}),
    })),
    instances: request.entries.map((entry) => entry.instance.id),
    ...((request.repeats ?? 1) === 1 ? {} : { repeats: request.repeats }),
    ...budgetOf(request),
    limits: request.limits,
    prompts: request.prompts.digestFor(request.mode),
    ...(request.mode === 'direct' ? {} : { planning: request.planning }),
    ...packagesOf(request),
    ...(request.judge === undefined ? {} : { judge: request.judge.model }),
  };
}

/** A run in which no agent gets packages has the plan of a run that does not name them. */
function packagesOf(request: RunRequest): Pick<RunPlan, 'packages'> {
  const dated = request.entries.some(
    ({ instance }) => packagesFor(instance, request.packages) === 'dated',
  );
  // Patches that exist already were made with whatever their authors had.
  const runs = request.submissions.some(({ needsNoContainer }) => needsNoContainer !== true);
  return dated && runs ? { packages: 'dated' } : {};
}

/** Whether agents get packages on an instance. */
export function packagesFor(
  instance: Pick<Instance, 'packages' | 'no_tests'>,
  override: PackagesSetting | undefined,
): PackagesSetting {
  if (instance.no_tests !== undefined) return 'none';
  return override ?? instance.packages ?? 'none';
}

/**
 * The budget of the whole run is not part of the plan: a run that spent it can be resumed with
 * more.
 */
function budgetOf({
  submissions,
  models,
  judge,
}: RunRequest): Pick<RunPlan, 'budget_usd' | 'prices'> {
  const asks = judge !== undefined || submissions.some(({ model }) => model !== undefined);
  if (!asks || models === undefined) return {};
  return { budget_usd: models.budgetUsd, prices: models.prices.digest };
}

/**
 * Rejects another plan under the same run id. Time and tool may differ, because results record
 * them.
 */
function requireSamePlan(stored: RunPlan, wanted: RunPlan): void {
  const parts = [
    'track',
    'mode',
    'agents',
    'instances',
    'repeats',
    'budget_usd',
    'limits',
    'packages',
  ] as const;
  const first = parts.find(
    (part) => canonicalJson(stored[part] ?? null) !== canonicalJson(wanted[part] ?? null),
  );
  // Older plans lack some of these parts. A missing part cannot differ.
  const later = (['prices', 'prompts', 'planning', 'judge'] as const).find(
    (part) =>
      stored[part] !== undefined &&
      canonicalJson(stored[part]) !== canonicalJson(wanted[part] ?? null),
  );
  const other = first ?? later;
  if (other === undefined) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `run "${stored.run}" has a plan with other ${other}`,
    hint: 'use the same options as before, or another --run-id',
  });
}
