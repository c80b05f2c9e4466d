import { readYamlFile } from '@refbench/base';
import { z } from 'zod';
import { dataFile } from '../commit/data-file.ts';
import type { KeywordCounts } from '../event-filter/keywords.ts';
import type { Measures } from '../diff-filter/measures.ts';

const weight = z.number().min(0).max(1);

const weightSchema = z.strictObject({
  schema: z.literal(1),
  merits: z.strictObject({
    message: weight,
    breadth: weight,
    balance: weight,
    kept: weight,
    renaming: weight,
  }),
  faults: z.strictObject({
    whitespace: weight,
    foreign: weight,
    imports: weight,
    tests: weight,
    template: weight,
    novelty: weight,
  }),
  /** From this share of substitution on, a commit sinks: its score is multiplied by `factor`. */
  sink: z.strictObject({ from: weight, factor: weight }),
});

export type SignalWeights = z.infer<typeof weightSchema>;

export async function readSignalWeights(path?: string): Promise<SignalWeights> {
  return readYamlFile(path ?? dataFile('signals.yaml'), weightSchema);
}

/** Scores a commit in 0..1 without a model; see data/signals.yaml. */
export function signalScore(
  { strong, weak }: KeywordCounts['positive'],
  { files, signals }: Measures,
  { merits, faults, sink }: SignalWeights,
): number {
  const breadth = clamp(Math.log10(Math.max(files, 1) / 25));
  const good =
    merits.message * clamp((2 * strong + weak) / 6) +
    merits.breadth * breadth +
    merits.balance * signals.balance +
    merits.kept * signals.kept +
    merits.renaming * signals.renaming;
  const bad =
    faults.whitespace * signals.whitespace +
    faults.foreign * signals.foreign +
    faults.imports * aboveHalf(signals.imports) +
    faults.tests * aboveHalf(signals.tests) +
    faults.template * aboveHalf(signals.template) +
    faults.novelty * aboveHalf(signals.novelty);
  const score = clamp(good - bad);
  return signals.substitution >= sink.from ? score * sink.factor : score;
}

function aboveHalf(share: number): number {
  return Math.max(0, 2 * share - 1);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
