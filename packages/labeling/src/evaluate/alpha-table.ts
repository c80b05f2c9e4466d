import type { Label, LabelCriterion, Labels } from '@refbench/contracts';
import { alphaInterval, krippendorffAlpha, type Interval } from '@refbench/scoring';
import { projectOf } from '../input/label-task.ts';
import { compareText } from '../repo-map/code-unit-order.ts';
import { sideOf } from './accuracy.ts';
import { labelOf } from './by-model.ts';
import type { Reference } from './reference.ts';

/** Krippendorff's thresholds: below .66 labels are unreliable, from .80 on they are reliable. */
export type AlphaBand = 'unreliable' | 'tentative' | 'reliable' | 'undefined';

export interface AlphaRow {
  /**
   * The raters that are compared. `passes` are all votes of models; `models` are the labels that follow
   * from the votes of each model.
   */
  readonly among: 'annotators' | 'passes' | 'models' | 'labels and reference';
  readonly criterion: LabelCriterion;
  readonly by: 'all' | 'project' | 'week';
  readonly group: string;
  /** Number of instances with at least two values. */
  readonly units: number;
  /**
   * Nominal alpha for {0, 1} against {2, 3}. Null if all values are equal or none can be paired.
   */
  readonly alpha: number | null;
  readonly band: AlphaBand;
  /** Ordinal alpha for 0 to 3. */
  readonly ordinal: number | null;
  /** 95 % bootstrap interval of the nominal alpha. For `all` only. */
  readonly interval: Interval | null;
}

export function bandOf(alpha: number | null): AlphaBand {
  if (alpha === null) return 'undefined';
  return alpha >= 0.8 ? 'reliable' : alpha >= 0.66 ? 'tentative' : 'unreliable';
}

interface Unit {
  readonly instance: string;
  readonly week: string | undefined;
  readonly values: readonly Label[];
}

const BOOTSTRAP = { samples: 2_000, seed: 1 };

/**
 * Computes the agreement between annotators, between passes, and between labels and reference: in
 * total, by project and by week.
 */
export function alphaTable(
  criterion: LabelCriterion,
  all: readonly Labels[],
  reference: ReadonlyMap<string, Reference>,
): readonly AlphaRow[] {
  const unitOf = (instance: string, values: readonly (Label | null)[]): Unit => ({
    instance,
    week: reference.get(instance)?.week,
    values: values.filter((value) => value !== null),
  });
  const raters: readonly (readonly [AlphaRow['among'], readonly Unit[]])[] = [
    [
      'annotators',
      [...reference.values()].map((one) => unitOf(one.instance, one.labels[criterion].given)),
    ],
    ['passes', all.map((one) => unitOf(one.instance, modelLabels(one, criterion)))],
    ['models', all.map((one) => unitOf(one.instance, labelsByModel(one, criterion)))],
    [
      'labels and reference',
      all.map((one) => {
        const known = reference.get(one.instance)?.labels[criterion].label ?? null;
        return unitOf(one.instance, [one[criterion].label, known]);
      }),
    ],
  ];
  return raters.flatMap(([among, units]) => {
    const paired = units.filter(({ values }) => values.length > 1);
    if (paired.length === 0) return [];
    const row = (by: AlphaRow['by'], group: string, own: readonly Unit[]): AlphaRow => ({
      among,
      criterion,
      by,
      group,
      ...figuresOf(own, by === 'all'),
    });
    return [
      row('all', 'all', paired),
      ...groupsOf(paired, ({ instance }) => projectOf({ instance_id: instance })).map(
        ([group, own]) => row('project', group, own),
      ),
      ...groupsOf(paired, ({ week }) => week).map(([group, own]) => row('week', group, own)),
    ];
  });
}

function modelLabels(labels: Labels, criterion: LabelCriterion): readonly (Label | null)[] {
  return labels[criterion].votes.flatMap(({ kind, label }) => (kind === 'model' ? [label] : []));
}

function labelsByModel(labels: Labels, criterion: LabelCriterion): readonly (Label | null)[] {
  const { votes } = labels[criterion];
  const models = votes.flatMap(({ kind, annotator }) => (kind === 'model' ? [annotator] : []));
  return [...new Set(models)].map((model) => labelOf(labels, criterion, model));
}

function figuresOf(
  units: readonly Unit[],
  withInterval: boolean,
): Pick<AlphaRow, 'units' | 'alpha' | 'band' | 'ordinal' | 'interval'> {
  const sides = units.map(({ values }) => values.map(sideOf));
  const alpha = krippendorffAlpha(sides, 'nominal');
  return {
    units: units.length,
    alpha,
    band: bandOf(alpha),
    ordinal: krippendorffAlpha(
      units.map(({ values }) => values),
      'ordinal',
    ),
    interval: withInterval ? alphaInterval(sides, 'nominal', BOOTSTRAP) : null,
  };
}

function groupsOf(
  units: readonly Unit[],
  keyOf: (unit: Unit) => string | undefined,
): readonly (readonly [string, readonly Unit[]])[] {
  const groups = new Map<string, Unit[]>();
  for (const unit of units) {
    const key = keyOf(unit);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), unit]);
  }
  return [...groups].sort(([left], [right]) => compareText(left, right));
}
