import type {
  HumanCost,
  HumanCostInput,
  QuestionnaireResult,
  RunEvaluation,
} from '@refbench/labeling';

export interface Evaluation {
  readonly binarisation: string;
  /** Date of the price table. */
  readonly prices: string;
  readonly runs: readonly RunEvaluation[];
  readonly people: HumanCostInput & HumanCost;
  readonly questionnaire: readonly QuestionnaireResult[] | null;
}
