import { sum } from '@refbench/base';
import { openInstanceRepository, readAdmission } from '@refbench/instances';
import { historyOf } from '@refbench/repos';
import {
  loadRuleset,
  repositoryContext,
  type RuleContext,
  type Ruleset,
  type TreeScanOptions,
} from '@refbench/rule-engine';
import { readTaskText } from '@refbench/tasks';
import type { Workspace } from '@refbench/workspace';
import { scanOptionsOf } from '../admission/rules-gate.ts';
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
    /** Where it matches: on golden for an additive rule, on base for a reductive one. */
    readonly places: number;
    /** The first of them, as `path:line`. */
    readonly first: string;
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
  const { instance } = entry;
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
    instructed: (await readTaskText(entry.dir, 'instructed')) ?? '',
    open: (await readTaskText(entry.dir, 'open')) ?? '',
    gates: (record?.gates ?? []).map(({ name, notes }) => ({ name, notes })),
    rules: await rulesWithPlaces(
      await loadRuleset(entry.rulesDir),
      await repositoryContext(repository, instance),
      scanOptionsOf({ workspace, signal }),
    ),
    diff: text.slice(0, MAX_DIFF),
    isCut: text.length > MAX_DIFF,
    suiteSeconds: runs.length === 0 ? undefined : sum(runs) / runs.length / 1000,
  };
}

async function rulesWithPlaces(
  ruleset: Ruleset,
  trees: RuleContext,
  scan: TreeScanOptions,
): Promise<OwnInstanceDetails['rules']> {
  const scans = await trees.scan([...ruleset.additive, ...ruleset.reductive], scan);
  return (['additive', 'reductive'] as const).flatMap((side) => {
    const { witnesses } = scans[side === 'additive' ? 'golden' : 'base'];
    return ruleset[side].map(({ id, message }) => {
      const places = witnesses.filter(({ rule }) => rule === id);
      const [first] = places;
      return {
        id,
        side,
        message,
        places: places.length,
        first: first === undefined ? '' : `${first.file}:${first.start.line}`,
      };
    });
  });
}
