import { join } from 'node:path';
import {
  attemptRecordSchema,
  planControlSchema,
  RefbenchError,
  scoreSchema,
  type PlanControl,
} from '@refbench/contracts';
import { readJournal, readJsonFile } from '@refbench/files';
import { metricsOf, judgeAccuracy, type JudgeAccuracy, type Metric } from '@refbench/scoring';
import { METRIC_NAMES } from '../tables/metric-names.ts';
import { percent, percentRange, type Table } from '../tables/table.ts';

/** The place of the single plan among the six that the judge was shown. */
const SINGLE = 5;

/** How good the judge of plans is, by what became of the plans that were carried out. */
export interface JudgeReport {
  readonly schema: 1;
  readonly kind: 'refbench-judge';
  readonly metric: Metric;
  readonly accuracy: JudgeAccuracy;
  /** Judgements whose choice was carried out in one of the runs. */
  readonly followed: number;
  /** Over those: the mean if the judge's choice is followed, and of either run alone; null of none. */
  readonly implied: number | null;
  readonly multiplan: number | null;
  readonly plan: number | null;
  /** Judgements of which one of the two plans has no score yet. */
  readonly unscored: number;
}

/**
 * Compares the judgements of `plans control` with the scores of the two runs.
 * @param multiplanFolder folder of the run in the mode multiplan, which holds the judgements
 * @param planFolder folder of the run in the mode plan
 * @throws RefbenchError `usage` where there is no judgement
 */
export async function buildJudgeReport(
  multiplanFolder: string,
  planFolder: string,
  planRun: string,
  metric: Metric,
): Promise<JudgeReport> {
  const file = join(multiplanFolder, `plan-control.${planRun}.jsonl`);
  const { events } = await readJournal(file, planControlSchema);
  if (events.length === 0) {
    throw new RefbenchError({
      kind: 'usage',
      message: `there is no judgement in ${file}`,
      hint: 'make some with: refbench plans control --multiplan RUN --plan RUN',
    });
  }
  const cases = await Promise.all(
    events.map((event) => observe(event, multiplanFolder, planFolder, metric)),
  );
  const known = cases.filter((one) => one !== undefined);
  const followed = known.filter(({ observed, picked }) => Object.hasOwn(observed, picked));
  return {
    schema: 1,
    kind: 'refbench-judge',
    metric,
    accuracy: judgeAccuracy(known),
    followed: followed.length,
    implied: average(followed.map(({ observed, picked }) => observed[picked] ?? 0)),
    multiplan: average(followed.map(({ five }) => five)),
    plan: average(followed.map(({ single }) => single)),
    unscored: events.length - known.length,
  };
}

interface ObservedCase {
  readonly instance: string;
  readonly picked: string;
  /** Figures of the plan of the five that was carried out, and of the single one. */
  readonly observed: Readonly<Record<string, number>>;
  readonly five: number;
  readonly single: number;
}

/** Undefined where one of the attempts has no figure. */
async function observe(
  { instance, agent, attempts, choice }: PlanControl,
  multiplanFolder: string,
  planFolder: string,
  metric: Metric,
): Promise<ObservedCase | undefined> {
  const folder = join(multiplanFolder, instance, agent, String(attempts.multiplan));
  const other = join(planFolder, instance, agent, String(attempts.plan));
  const attempt = await readJsonFile(join(folder, 'attempt.json'), attemptRecordSchema);
  const phases = attempt.kind === 'valid' ? (attempt.value.phases ?? []) : [];
  const judge = phases.find((phase) => phase.phase === 'judge');
  const [five, single] = [await figureIn(folder, metric), await figureIn(other, metric)];
  if (judge?.choice === undefined || judge.choice === null) return undefined;
  if (five === undefined || single === undefined) return undefined;
  const observed = { [judge.choice]: five, [SINGLE]: single };
  return { instance, picked: String(choice), observed, five, single };
}

async function figureIn(folder: string, metric: Metric): Promise<number | undefined> {
  const score = await readJsonFile(join(folder, 'score.json'), scoreSchema);
  if (score.kind !== 'valid' || score.value.verdict !== 'model') return undefined;
  return metricsOf(score.value)[metric] ?? undefined;
}

function average(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The report as a table for people. */
export function judgeTable(report: JudgeReport): Table {
  const { accuracy, metric } = report;
  const name = METRIC_NAMES[metric];
  return {
    id: 'judge',
    title: 'The judge of plans',
    head: ['figure', 'value', '95 % interval', 'of'],
    rows: [
      [
        'accuracy',
        percent(accuracy.accuracy),
        percentRange(accuracy.interval),
        String(accuracy.right + accuracy.wrong),
      ],
      [
        'accuracy, unknown picks as wrong',
        percent(accuracy.strict),
        percentRange(accuracy.strictInterval),
        String(accuracy.right + accuracy.wrong + accuracy.unobserved),
      ],
      [`${name} if the judge is followed`, percent(report.implied), '-', String(report.followed)],
      [`${name} of the five's plan there`, percent(report.multiplan), '-', String(report.followed)],
      [`${name} of the single plan there`, percent(report.plan), '-', String(report.followed)],
    ],
    notes: [
      `A judgement is right where the plan that it picked among six came out better in ${name} than the other one that was carried out. Not counted: ${accuracy.ties} tie(s). Without a score: ${report.unscored}.`,
    ],
  };
}
