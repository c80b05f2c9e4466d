import { instanceDetails, openInstanceRepository, readAdmission } from '@refbench/instances';
import { historyOf } from '@refbench/repos';
import type { Workspace } from '@refbench/workspace';
import { entryOf } from '../build/staged-instance.ts';

/** What a page shows of an admitted instance. */
export interface OwnInstanceDetails {
  readonly id: string;
  readonly category: string;
  readonly instructed: string;
  readonly open: string;
  /** The conditions of the admission, with what they measured. */
  readonly gates: readonly { readonly name: string; readonly notes: readonly string[] }[];
  readonly rules: readonly {
    readonly id: string;
    readonly side: 'additive' | 'reductive';
    readonly message: string;
  }[];
  /** The change of golden, cut after `MAX_DIFF` characters. */
  readonly diff: string;
  readonly isCut: boolean;
  /** Time of one run of the suite on this machine. Undefined if it was not measured. */
  readonly suiteSeconds: number | undefined;
}

const MAX_DIFF = 200_000;

/** Reads an admitted instance for a page. */
export async function ownInstanceDetails(
  workspace: Workspace,
  id: string,
  signal: AbortSignal,
): Promise<OwnInstanceDetails> {
  const entry = await entryOf(workspace, id);
  const { instance, tasks, rules } = await instanceDetails(workspace, entry);
  const state = await readAdmission(entry);
  const record = state.kind === 'admitted' ? state.record : undefined;
  const durations = record?.measured?.suite_ms;
  const runs = durations === undefined ? [] : [...durations.base, ...durations.golden];
  await using repository = await openInstanceRepository({ workspace, entry, signal });
  const diff = await historyOf(repository).renameDiff(instance.base, instance.golden);
  const text = diff instanceof Buffer ? diff.toString('utf8') : '';
  return {
    id,
    category: instance.category,
    instructed: tasks.instructed ?? '',
    open: tasks.open ?? '',
    gates: (record?.gates ?? []).map(({ name, notes }) => ({ name, notes })),
    rules: rules.map(({ id: rule, side, message }) => ({ id: rule, side, message })),
    diff: text.slice(0, MAX_DIFF),
    isCut: text.length > MAX_DIFF,
    suiteSeconds:
      runs.length === 0 ? undefined : runs.reduce((sum, ms) => sum + ms, 0) / runs.length / 1000,
  };
}
