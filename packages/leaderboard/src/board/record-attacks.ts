import { join } from 'node:path';
import {
  ATTACK_RESULTS_FILE,
  attackResultsSchema,
  RefbenchError,
  type JudgedAttack,
} from '@refbench/contracts';
import { readOptionalJson, sortByText } from '@refbench/base';
import { readResults } from '@refbench/reports';
import { addAttackRelease, type AttackRelease } from './attack-releases.ts';

export interface RecordAttacksOptions {
  /** Folder of the leaderboard. */
  readonly folder: string;
  /** Folders of runs of attacks. A later run replaces what an earlier one says of the same attack. */
  readonly runs: readonly string[];
  /** Name of the release whose defences were measured. */
  readonly release: string;
  /** ISO date, e.g. 2026-11-23. */
  readonly date: string;
  /** Folder of the data set, for the languages of the instances. */
  readonly instancesDir: string;
}

/**
 * Records on a leaderboard what the attacks of some runs earned.
 * @returns what was recorded
 * @throws RefbenchError kind `usage` if a run graded no attack, kind `invalid-file` if its results are damaged
 */
export async function recordAttacks(options: RecordAttacksOptions): Promise<AttackRelease> {
  const judged = new Map<string, JudgedAttack>();
  const languages = new Map<string, string | null>();
  for (const run of options.runs) {
    for (const one of await attacksOf(run)) judged.set(`${one.id} ${one.instance}`, one);
    const { instances } = await readResults(run, options.instancesDir);
    for (const { id, language } of instances) languages.set(id, language ?? null);
  }
  const { release, date } = options;
  const recorded = { release, date, ...countAttacks([...judged.values()], languages) };
  await addAttackRelease(options.folder, recorded);
  return recorded;
}

async function attacksOf(run: string): Promise<readonly JudgedAttack[]> {
  const path = join(run, ATTACK_RESULTS_FILE);
  const hint = 'repeat the run: refbench attack --run-id with the same name';
  const results = await readOptionalJson(path, attackResultsSchema, hint);
  if (results !== undefined) return results.attacks;
  throw new RefbenchError({
    kind: 'usage',
    message: `${run} has no results of attacks`,
    hint: 'name runs of refbench attack that were completed',
  });
}

const NONE = { paid: 0, published: 0, marked: 0, unpaid: 0 };

/** Counts outcomes by class and instance. */
function countAttacks(
  judged: readonly JudgedAttack[],
  languages: ReadonlyMap<string, string | null>,
): Pick<AttackRelease, 'rows' | 'paid'> {
  const rows = new Map<string, AttackRelease['rows'][number]>();
  for (const { class: name, instance, outcome } of judged) {
    const key = `${name} ${instance}`;
    const language = languages.get(instance) ?? null;
    const row = rows.get(key) ?? { class: name, instance, language, ...NONE };
    rows.set(key, { ...row, [outcome]: row[outcome] + 1 });
  }
  const paid = judged.filter(({ outcome }) => outcome === 'paid');
  return {
    rows: [...sortByText(rows.values(), (row) => `${row.class} ${row.instance}`)],
    paid: paid.map(({ id, instance }) => ({ id, instance })),
  };
}
