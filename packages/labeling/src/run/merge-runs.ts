import { canonicalJson, digestOf, exists, writeFileAtomic } from '@refbench/base';
import { RefbenchError, type LabelCriterion, type Labels } from '@refbench/contracts';
import { join } from 'node:path';
import {
  labelsOfFolder,
  linesOf,
  passesFile,
  peopleFile,
  readLabelFolder,
  writeLabels,
  writePlan,
  type LabelFolder,
  type LabelPlan,
} from './label-folder.ts';
import type { PassRecord } from './pass-record.ts';
import { labellersOf, storedLabellers } from './plan-models.ts';

const CRITERIA = ['issue', 'tests', 'effort'] as const;

/**
 * Joins the votes of separate runs about the same tasks, and derives labels from all of them. The new
 * folder is one of a labelling run: it can be reviewed, exported and evaluated.
 * @param to a folder that does not contain a run
 * @throws RefbenchError kind `usage` if the runs have different tasks, prompts, scales or readers, or
 *   if `to` contains a run; `invalid-file` if a folder contains no run
 */
export async function mergeRuns(
  folders: readonly string[],
  to: string,
): Promise<{ readonly plan: LabelPlan; readonly labels: readonly Labels[] }> {
  const runs: LabelFolder[] = [];
  for (const folder of folders) runs.push(await readLabelFolder(folder));
  const [first, ...others] = runs;
  if (first === undefined || others.length === 0) {
    throw refused('one run has nothing to be merged with', 'specify at least two folders');
  }
  for (const [at, other] of others.entries()) {
    requireSameQuestions(first.plan, other.plan, folders[0] ?? '', folders[at + 1] ?? '');
  }
  await requireFree(to);
  const passes: PassRecord[] = [];
  for (const { allPasses } of runs) passes.push(...renumbered(passes, allPasses));
  const plan = joinedPlan(runs, passes);
  await writeFileAtomic(passesFile(to), linesOf(passes));
  await writeFileAtomic(peopleFile(to), linesOf(runs.flatMap(({ people }) => people)));
  // The plan comes last, because a folder with a plan counts as a run.
  await writePlan(to, plan, first.tasks);
  const labels = labelsOfFolder(await readLabelFolder(to));
  await writeLabels(to, labels);
  return { plan, labels };
}

/** Passes of a model that an earlier run has too are numbered on, so that every vote counts. */
function renumbered(
  known: readonly PassRecord[],
  own: readonly PassRecord[],
): readonly PassRecord[] {
  const last = new Map<string, number>();
  for (const record of known) {
    const key = `${record.criterion} ${record.model}`;
    last.set(key, Math.max(last.get(key) ?? 0, record.pass));
  }
  return own.map((record) => ({
    ...record,
    pass: record.pass + (last.get(`${record.criterion} ${record.model}`) ?? 0),
  }));
}

function joinedPlan(runs: readonly LabelFolder[], passes: readonly PassRecord[]): LabelPlan {
  const plans = runs.map(({ plan }) => plan);
  const [first] = plans;
  if (first === undefined) throw new Error('there is no plan');
  const modelsOf = (criterion: LabelCriterion): LabelPlan['models']['issue'] => {
    const asking = plans.filter(({ criteria }) => criteria.includes(criterion));
    const models = asking.flatMap((plan) => labellersOf(plan, criterion));
    return models.length === 0 ? first.models[criterion] : storedLabellers([...new Set(models)]);
  };
  return {
    ...first,
    kept_out: [...new Set(plans.flatMap(({ kept_out }) => kept_out))].sort(),
    criteria: CRITERIA.filter((one) => plans.some(({ criteria }) => criteria.includes(one))),
    passes: Math.max(...plans.map((plan) => plan.passes), ...passes.map(({ pass }) => pass)),
    models: {
      issue: modelsOf('issue'),
      tests: modelsOf('tests'),
      effort: modelsOf('effort'),
      reader: first.models.reader,
    },
    merged: plans.map((plan) => digestOf(plan)),
  };
}

/** Votes can only be joined if they answer the same questions. Sizes of contexts may differ. */
function requireSameQuestions(
  one: LabelPlan,
  other: LabelPlan,
  oneName: string,
  otherName: string,
): void {
  const parts = (plan: LabelPlan): Readonly<Record<string, unknown>> => ({
    tasks: plan.tasks,
    prompts: plan.prompts,
    scale: plan.issue_scale,
    reader: plan.models.reader,
  });
  const [left, right] = [parts(one), parts(other)];
  const differing = Object.keys(left).filter(
    (key) => canonicalJson(left[key]) !== canonicalJson(right[key]),
  );
  if (differing.length === 0) return;
  throw refused(
    `${oneName} and ${otherName} cannot be merged; they differ in: ${differing.join(', ')}`,
    'merge runs of "label run" with the same rows, --prompts, --scale and --reader-model',
  );
}

async function requireFree(to: string): Promise<void> {
  if (await exists(join(to, 'run.json')))
    throw refused(`${to} contains a run already`, 'specify another folder with --to');
}

function refused(message: string, hint: string): RefbenchError {
  return new RefbenchError({ kind: 'usage', message, hint });
}
