import type { Evaluation } from './label-evaluation.ts';
import { terminalText, textTable } from './terminal-text.ts';

type Run = Evaluation['runs'][number];

/** Formats an evaluation as tables. Undefined figures are shown as a dash. */
export function evaluationText(evaluation: Evaluation): string {
  const { runs, people, questionnaire, binarisation, prices } = evaluation;
  const parts = [
    `Binarised: ${binarisation}. For effort, this means at most one hour or more.`,
    accuracyTable(runs),
    ...runs.map(confusions),
    ...runs.map(modelTable),
    ...runs.map(pairTable),
    ...runs.map(agreementTable),
    ...runs.map(rationaleTable),
    costTable(runs),
    ...runs.map((run) => elsewhereTable(run, prices)),
    `People: ${people.instances} instances x ${people.annotators} annotators, $${people.hourlyUsd} an hour, ${people.minutes} min each: $${people.usd.toFixed(0)} ($${people.lowUsd.toFixed(0)} to $${people.highUsd.toFixed(0)})`,
    ...(questionnaire === null ? [] : [questionnaireTable(questionnaire)]),
    ...runs
      .filter((run) => run.kept_out.length > 0)
      .map(
        (run) =>
          `${run.folder}: ${run.kept_out.length} rows excluded because the prompts were written with them`,
      ),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function accuracyTable(runs: readonly Run[]): string {
  const rows = runs.flatMap((run) =>
    run.accuracy
      .filter(({ compared }) => compared > 0)
      .map((one) => [
        modelOf(run, one.criterion),
        one.criterion,
        String(one.compared),
        figure(one.exact),
        figure(one.binarised),
        `${figure(one.interval?.low)} to ${figure(one.interval?.high)}`,
        String(one.unlabelled),
        String(one.conflicts),
      ]),
  );
  const head = ['model', 'criterion', 'n', 'exact', 'binarised', '95 %', 'unlabelled', 'conflicts'];
  return rows.length === 0 ? '' : `Accuracy against the reference\n${textTable([head, ...rows])}`;
}

function confusions(run: Run): string {
  return run.accuracy
    .filter(({ compared }) => compared > 0)
    .map(({ criterion, confusion }) => {
      const rows = confusion.map((counts, label) => [`is ${label}`, ...counts.map(String)]);
      const head = ['', 'said 0', 'said 1', 'said 2', 'said 3'];
      return `${modelOf(run, criterion)}, ${criterion}\n${textTable([head, ...rows])}`;
    })
    .join('\n\n');
}

/** One row per model. A single model is covered by the table of accuracy. */
function modelTable(run: Run): string {
  const several = new Set(run.pairs.map(({ criterion }) => criterion));
  const rows = run.byModel
    .filter(({ criterion }) => several.has(criterion))
    .map(({ criterion, model, votes, failed, accuracy, alpha, costs }) => [
      criterion,
      terminalText(model),
      String(votes),
      String(failed),
      figure(accuracy.exact),
      figure(accuracy.binarised),
      figure(alpha),
      costs.usd.toFixed(4),
      figure(costs.perInstance?.usd, 5),
    ]);
  const head = [
    'criterion',
    'model',
    'votes',
    'failed',
    'exact',
    'binarised',
    'alpha',
    '$',
    '$ each',
  ];
  return rows.length === 0
    ? ''
    : `${run.folder}: models as labellers; alpha is among the passes of a model\n${textTable([head, ...rows])}`;
}

function pairTable(run: Run): string {
  const rows = run.pairs.map((pair) => [
    pair.criterion,
    terminalText(pair.first),
    terminalText(pair.second),
    String(pair.units),
    figure(pair.exact),
    figure(pair.binarised),
    figure(pair.kappa),
    figure(pair.alpha),
  ]);
  const head = ['criterion', 'model', 'other', 'units', 'exact', 'binarised', 'kappa', 'alpha'];
  return rows.length === 0
    ? ''
    : `${run.folder}: agreement between models; kappa and alpha are of binarised labels\n${textTable([head, ...rows])}`;
}

function agreementTable(run: Run): string {
  const rows = run.agreement.map((row) => [
    row.criterion,
    row.among,
    row.by === 'all' ? 'all' : `${row.by} ${terminalText(row.group)}`,
    String(row.units),
    figure(row.alpha),
    row.band,
    figure(row.ordinal),
  ]);
  const head = ['criterion', 'among', 'group', 'units', 'alpha', 'band', 'ordinal 0-3'];
  return rows.length === 0
    ? ''
    : `${run.folder}: Krippendorff's alpha, nominal, binarised\n${textTable([head, ...rows])}`;
}

function rationaleTable(run: Run): string {
  const rows = run.rationales.map((one) => [
    one.criterion,
    one.measure,
    String(one.pairs),
    figure(one.similarity),
    figure(one.background),
    figure(one.words.mean, 0),
    figure(one.referenceWords.mean, 0),
  ]);
  const head = ['criterion', 'measure', 'pairs', 'alike', 'any two', 'words', "people's words"];
  return `${run.folder}: rationales\n${textTable([head, ...rows])}`;
}

function costTable(runs: readonly Run[]): string {
  const rows = runs.map(({ folder, costs }) => [
    folder,
    String(costs.calls),
    String(costs.inputTokens),
    String(costs.cachedTokens),
    String(costs.outputTokens),
    costs.usd.toFixed(4),
    figure(costs.perInstance?.usd, 5),
    figure(costs.perInstance?.seconds, 1),
  ]);
  const head = ['run', 'calls', 'input', 'cached input', 'output', '$', '$ each', 's each'];
  return `Recorded costs\n${textTable([head, ...rows])}`;
}

function elsewhereTable({ folder, elsewhere }: Run, prices: string): string {
  const rows = elsewhere.map(({ model, ended, usd, withoutCacheUsd }) => [
    ended === null ? model : `${model} (price ended before ${ended})`,
    usd.toFixed(4),
    withoutCacheUsd.toFixed(4),
  ]);
  const head = ['model', '$', 'without cache $'];
  return `${folder}: cost of the same tokens at the prices of ${prices}\n${textTable([head, ...rows])}`;
}

function questionnaireTable(results: NonNullable<Evaluation['questionnaire']>): string {
  const rows = results.map((one) => [
    terminalText(one.criterion),
    String(one.answered),
    String(one.agreed),
    figure(one.share),
    String(one.differing),
    String(one.undecided),
    figure(one.kappa),
  ]);
  const head = ['criterion', 'answered', 'agreed', 'share', 'differing', 'undecided', 'kappa'];
  return `Questionnaire\n${textTable([head, ...rows])}`;
}

function modelOf(run: Run, criterion: 'issue' | 'tests' | 'effort'): string {
  const models = run.models[criterion];
  return typeof models === 'string' ? models : models.join(' + ');
}

function figure(value: number | null | undefined, digits = 3): string {
  return value === null || value === undefined ? '-' : value.toFixed(digits);
}
