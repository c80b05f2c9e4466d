import type { Label, LabelCriterion, Labels } from '@refbench/contracts';
import { cohenKappa, krippendorffAlpha } from '@refbench/scoring';
import { consensus } from '../consensus/consensus.ts';
import { labelsOf, type Votes } from '../consensus/labels-of-votes.ts';
import type { PassRecord } from '../run/pass-record.ts';
import { accuracyOf, sideOf, type Accuracy } from './accuracy.ts';
import { recordedCosts, type RecordedCosts } from './costs.ts';
import type { Reference } from './reference.ts';

/** One model as a labeller of one criterion. */
export interface ModelFigures {
  readonly criterion: LabelCriterion;
  readonly model: string;
  /** Number of votes with a label. */
  readonly votes: number;
  /** Number of passes without a label. */
  readonly failed: number;
  /** Accuracy of the labels that follow from the votes of this model alone. */
  readonly accuracy: Accuracy;
  /** Krippendorff's alpha among the passes of this model, nominal and binarised. Null if undefined. */
  readonly alpha: number | null;
  /** Recorded costs of its calls for this criterion, including failed passes. */
  readonly costs: RecordedCosts;
}

/** The agreement of two models on the instances that both labelled. */
export interface ModelPair {
  readonly criterion: LabelCriterion;
  readonly first: string;
  readonly second: string;
  /** Number of instances with a label of both. */
  readonly units: number;
  /** Share of equal labels. Null without common instances. */
  readonly exact: number | null;
  /** Share of labels on the same side, {0, 1} or {2, 3}. */
  readonly binarised: number | null;
  /** Cohen's kappa of the binarised labels. Null if it is undefined. */
  readonly kappa: number | null;
  /** Krippendorff's alpha of the binarised labels, nominal. Null if it is undefined. */
  readonly alpha: number | null;
}

/** Compares the models that labelled a criterion with the reference, one by one. */
export function modelFigures(
  criterion: LabelCriterion,
  models: readonly string[],
  all: readonly Labels[],
  reference: ReadonlyMap<string, Reference>,
  passes: readonly PassRecord[],
): readonly ModelFigures[] {
  return models.map((model) => {
    const own = all.map((labels) => labelsOfModel(labels, model));
    const votes = own.flatMap((labels) => labels[criterion].votes);
    const failed = votes.filter(({ label }) => label === null).length;
    const units = own.map((labels) =>
      labels[criterion].votes.flatMap(({ label }) => (label === null ? [] : [sideOf(label)])),
    );
    return {
      criterion,
      model,
      votes: votes.length - failed,
      failed,
      accuracy: accuracyOf(criterion, own, reference),
      alpha: krippendorffAlpha(units, 'nominal'),
      costs: recordedCosts(
        passes.filter((pass) => pass.criterion === criterion && pass.model === model),
      ),
    };
  });
}

/** Measures the agreement of every two models. */
export function modelPairs(
  criterion: LabelCriterion,
  models: readonly string[],
  all: readonly Labels[],
): readonly ModelPair[] {
  return models.flatMap((first, at) =>
    models.slice(at + 1).map((second): ModelPair => {
      const pairs = all.flatMap((labels): (readonly [Label, Label])[] => {
        const [left, right] = [first, second].map((model) => labelOf(labels, criterion, model));
        return left == null || right == null ? [] : [[left, right]];
      });
      const sides = pairs.map(([left, right]) => [sideOf(left), sideOf(right)] as const);
      const share = (count: number): number | null =>
        pairs.length === 0 ? null : count / pairs.length;
      return {
        criterion,
        first,
        second,
        units: pairs.length,
        exact: share(pairs.filter(([left, right]) => left === right).length),
        binarised: share(sides.filter(([left, right]) => left === right).length),
        kappa: cohenKappa(sides),
        alpha: krippendorffAlpha(
          sides.map((side) => [...side]),
          'nominal',
        ),
      };
    }),
  );
}

/** The label that follows from the votes of one model. Null without a vote. */
export function labelOf(labels: Labels, criterion: LabelCriterion, model: string): Label | null {
  return consensus(votesOf(labels[criterion].votes, model).map(({ label }) => label)).label;
}

function labelsOfModel(labels: Labels, model: string): Labels {
  const { issue, tests, effort } = labels;
  return labelsOf(labels, {
    issue: votesOf(issue.votes, model),
    tests: votesOf(tests.votes, model),
    effort: votesOf(effort.votes, model),
  });
}

function votesOf(votes: Votes['issue'], model: string): Votes['issue'] {
  return votes.filter(({ kind, annotator }) => kind === 'model' && annotator === model);
}
