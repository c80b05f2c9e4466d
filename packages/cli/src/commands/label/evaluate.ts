import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  decisionsOf,
  evaluateRun,
  humanCost,
  questionnaireResults,
  readLabelFolder,
  readRows,
  referenceOf,
  type Embedder,
  type Reference,
  type RunEvaluation,
} from '@refbench/labeling';
import { embedTexts, loadPrices, upstreamsFromEnvironment } from '@refbench/models';
import { upstreamOf } from '../../options/host-model.ts';
import { evaluationText } from '../../terminal/label-evaluation-text.ts';
import { share } from '../../options/mode-options.ts';
import { dollars } from '../../options/model-options.ts';
import { readIds } from '../../options/label-tasks.ts';
import { positive } from '../../options/number-options.ts';
import type { Evaluation } from '../../terminal/label-evaluation.ts';

interface Options {
  readonly reference?: string;
  readonly decisions?: string;
  readonly exclude?: string;
  readonly questionnaire?: string;
  readonly embeddingModel?: string;
  readonly priceOverrides?: string;
  readonly annotators: number;
  readonly hourly: number;
  readonly minutes: number;
  readonly uncertainty: number;
  readonly json: boolean;
}

export function addLabelEvaluateCommand(label: Command): void {
  label
    .command('evaluate <folder...>')
    .description('compare the labels of runs with those of people, and show their cost')
    .option('--reference <file>', 'rows with instance_id and labels, one per annotator or instance')
    .option(
      '--decisions <file>',
      'decisions of a moderator: rows with instance_id, criterion, label',
    )
    .option('--exclude <file>', 'rows used to write the prompts; they are not evaluated')
    .option('--questionnaire <file>', 'a completed table of "label export --questionnaire"')
    .option(
      '--embedding-model <model>',
      'compare rationales by embeddings (OPENAI_API_KEY, OPENAI_BASE_URL) instead of words',
    )
    .option('--price-overrides <file>', 'prices of models, which override the built-in ones')
    .option(
      '--annotators <n>',
      'people per instance, to estimate the cost of human labels',
      positive,
      4,
    )
    .option('--hourly <usd>', 'hourly rate of one annotator', dollars, 75)
    .option('--minutes <n>', 'minutes of one annotator per instance', dollars, 20)
    .option(
      '--uncertainty <share>',
      'uncertainty of the hourly rate and of the minutes',
      share,
      0.1,
    )
    .option('--json', 'print one JSON object on standard output', false)
    .action(async (folders: readonly string[], options: Options) => {
      const evaluation = await evaluate(folders, options);
      const text = options.json ? `${JSON.stringify(evaluation)}\n` : evaluationText(evaluation);
      process.stdout.write(text);
    });
}

async function evaluate(folders: readonly string[], options: Options): Promise<Evaluation> {
  const { questionnaire, priceOverrides } = options;
  const prices = await loadPrices(
    priceOverrides === undefined ? {} : { overrides: resolve(priceOverrides) },
  );
  const reference = await readReference(options);
  const excluded = await readIds(options.exclude);
  const embedder = embedderOf(options);
  const runs: RunEvaluation[] = [];
  for (const name of folders) {
    const folder = await readLabelFolder(resolve(name));
    runs.push(await evaluateRun(name, folder, { reference, excluded, prices, embedder }));
  }
  const { annotators, hourly, minutes, uncertainty } = options;
  const instances = Math.max(0, ...runs.map((run) => run.instances));
  const input = { instances, annotators, hourlyUsd: hourly, minutes, uncertainty };
  return {
    binarisation: '{0, 1} against {2, 3}',
    prices: prices.date,
    runs,
    people: { ...input, ...humanCost(input) },
    questionnaire:
      questionnaire === undefined
        ? null
        : questionnaireResults(await readRows(resolve(questionnaire)), questionnaire),
  };
}

async function readReference(options: Options): Promise<ReadonlyMap<string, Reference>> {
  const { reference, decisions } = options;
  if (reference === undefined) return new Map();
  const decided =
    decisions === undefined ? [] : decisionsOf(await readRows(resolve(decisions)), decisions);
  return referenceOf(await readRows(resolve(reference)), decided, reference);
}

function embedderOf({ embeddingModel: model }: Options): Embedder | undefined {
  if (model === undefined) return undefined;
  const role = { called: 'embedding model', option: '--embedding-model' };
  const upstream = upstreamOf(upstreamsFromEnvironment(process.env), 'openai', model, role);
  return { name: model, embed: (texts) => embedTexts(texts, { model, ...upstream }) };
}
