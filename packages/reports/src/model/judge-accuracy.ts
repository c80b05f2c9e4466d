import { join } from 'node:path';
import {
  attemptRecordSchema,
  planControlSchema,
  RefbenchError,
  scoreSchema,
  type PlanControl,
} from '@refbench/contracts';
import { readJournal, readJsonFile } from '@refbench/base';
import { metricsOf, judgeAccuracy, type JudgeAccuracy, type Metric } from '@refbench/scoring';
import { METRIC_NAMES } from './metric-names.ts';
import { percent, percentRange, type Table } from './table.ts';

/** Index of the plan-mode plan among the six plans that the judge sees. */
const SINGLE = 5;

/** The accuracy of the judge of plans, measured by the results of the plans that were carried out. */
export interface JudgeReport {
  readonly schema: 1;
  readonly kind: 'refbench-judge';
  readonly metric: Metric;
  readonly accuracy: JudgeAccuracy;
  /** Number of judgements whose choice was carried out in one of the runs. */
  readonly followed: number;
  /** Means over those judgements: if the judge is followed, and for each run. Null if there are none. */
  readonly implied: number | null;
  readonly multiplan: number | null;
  readonly plan: number | null;
  /** Number of judgements for which one of the two plans has no score yet. */
  readonly unscored: number;
}

/**
 * Compares the judgements of `plans control` with the scores of the two runs.
 * @param multiplanFolder folder of the run in multiplan mode, which contains the judgements
 * @param planFolder folder of the run in plan mode
 * @throws RefbenchError `usage` if there are no judgements
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
      message: `no judgements in ${file}`,
      hint: 'run: refbench plans control --multiplan RUN --plan RUN',
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
  /** The metric of the multiplan plan that was carried out, and of the plan-mode plan. */
  readonly observed: Readonly<Record<string, number>>;
  readonly five: number;
  readonly single: number;
}

/** Returns undefined if one of the attempts lacks the metric. */
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
  const [five, single] = [await readMetric(folder, metric), await readMetric(other, metric)];
  if (judge?.choice === undefined || judge.choice === null) return undefined;
  if (five === undefined || single === undefined) return undefined;
  const observed = { [judge.choice]: five, [SINGLE]: single };
  return { instance, picked: String(choice), observed, five, single };
}

async function readMetric(folder: string, metric: Metric): Promise<number | undefined> {
  const score = await readJsonFile(join(folder, 'score.json'), scoreSchema);
  if (score.kind !== 'valid' || score.value.verdict !== 'model') return undefined;
  return metricsOf(score.value)[metric] ?? undefined;
}

function average(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Formats the report as a table. */
export function judgeTable(report: JudgeReport): Table {
  const { accuracy, metric } = report;
  const name = METRIC_NAMES[metric];
  return {
    id: 'judge',
    title: 'Accuracy of the plan judge',
    head: ['figure', 'value', '95 % interval', 'of'],
    rows: [
      [
        'accuracy',
        percent(accuracy.accuracy),
        percentRange(accuracy.interval),
        String(accuracy.right + accuracy.wrong),
      ],
      [
        'accuracy, unobserved picks count as wrong',
        percent(accuracy.strict),
        percentRange(accuracy.strictInterval),
        String(accuracy.right + accuracy.wrong + accuracy.unobserved),
      ],
      [`${name} if the judge is followed`, percent(report.implied), '-', String(report.followed)],
      [
        `${name} of the multiplan plan on these`,
        percent(report.multiplan),
        '-',
        String(report.followed),
      ],
      [
        `${name} of the plan-mode plan on these`,
        percent(report.plan),
        '-',
        String(report.followed),
      ],
    ],
    notes: [
      `A judgement is right if the plan that it picked among six achieved a higher ${name} than the other plan that was carried out. Ties, not counted: ${accuracy.ties}. Without a score: ${report.unscored}.`,
    ],
  };
}
