import type { PhaseRecord, PlanAdherence } from '@refbench/contracts';
import { displayPath, parsePatch } from '@refbench/repos';
import type { PreparedInstance } from '@refbench/instances';
import { namedFiles, readPlans } from '@refbench/workspace';

/**
 * Compares the executed plan of an attempt with its patch; undefined in the direct mode.
 * @param options folder, phases, patch and instance of the attempt
 */
export async function planAdherence(options: {
  readonly folder: string;
  readonly phases: readonly PhaseRecord[] | undefined;
  readonly patch: Buffer;
  readonly prepared: Pick<PreparedInstance, 'baseTree'>;
}): Promise<PlanAdherence | undefined> {
  const { folder, phases, patch, prepared } = options;
  if (phases === undefined) return undefined;
  const changed = changedFiles(patch);
  const plan = await executedPlan(folder, phases);
  const tree = [...prepared.baseTree.keys()].map((path) => displayPath(path));
  const named = plan === undefined ? new Set<string>() : namedFiles(plan, [...tree, ...changed]);
  const both = [...changed].filter((path) => named.has(path)).length;
  return {
    made: plan !== undefined,
    named: named.size,
    changed: changed.size,
    both,
    followed: changed.size === 0 ? null : both / changed.size,
    carried_out: named.size === 0 ? null : both / named.size,
  };
}

/** Returns the text of the executed plan; undefined if there is none. */
async function executedPlan(
  folder: string,
  phases: readonly PhaseRecord[],
): Promise<string | undefined> {
  if (!phases.some(({ phase }) => phase === 'execute')) return undefined;
  const judged = phases.find((record) => record.phase === 'judge');
  const choice = judged === undefined ? 0 : judged.choice;
  const stored = await readPlans(folder);
  return choice === null ? undefined : stored?.texts[choice];
}

function changedFiles(patch: Buffer): ReadonlySet<string> {
  const parsed = parsePatch(patch);
  if (parsed.kind === 'rejected') return new Set();
  const paths = parsed.files.flatMap(({ oldPath, newPath }) => [oldPath, newPath]);
  return new Set(paths.flatMap((path) => (path === undefined ? [] : displayPath(path))));
}
