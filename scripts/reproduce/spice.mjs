// The protocol of SPICE on twelve small rows: sample, three labellers, merging, evaluation, cost.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git, jsonLines, refbenchIn, startModels, writeFiles } from './command.mjs';
import { startReport } from './report.mjs';
import { inWorkFolder } from './work-folder.mjs';

const USAGE = `usage: scripts/reproduce-spice [--keep FOLDER]

Runs the protocol of SPICE with scripted answers: no key, no network, no cost. docs/papers.md has the
commands for the real models, and what they cost.`;

/** The labellers that are compared. */
const MODELS = ['gpt-4o', 'gpt-4o-mini', 'deepseek-reasoner'];
const CRITERIA = ['issue', 'tests', 'effort'];
/** Tokens of one call for test coverage, according to the paper. */
const PAPER_USAGE = { input: 3_162, output: 4_700 };

await inWorkFolder('spice', USAGE, reproduce);

async function reproduce(folder) {
  const report = startReport('SPICE: several models as labellers');
  // The rows, the scripted answers and the expected figures, which plain Python computed from them.
  const file = new URL('spice-expected.json', import.meta.url);
  const expected = JSON.parse(await readFile(file, 'utf8'));
  await writeInputs(folder, expected.rows);
  const refbench = refbenchIn(folder, {});

  report.section('1. Sample: at most ten rows of each project, seed 666');
  const sampled = await refbench([
    'label',
    'sample',
    'rows.jsonl',
    '--to',
    'sample.jsonl',
    '--quota',
    '10',
    '--seed',
    '666',
    '--json',
  ]);
  report.check('rows drawn', JSON.parse(sampled.stdout).chosen, expected.rows.length);

  report.section('2. Cost before anything is asked');
  const dry = await label(refbench, ['--model', MODELS.join(','), '--dry-run']);
  report.text(dry.stdout);

  report.section('3. Three passes of three models for each criterion, one run per criterion');
  for (const criterion of CRITERIA) {
    const script = { usage: PAPER_USAGE, rules: answersOf(criterion, expected.rows) };
    const models = await startModels(folder, script);
    try {
      const asked = ['--model', MODELS.join(','), '--criteria', criterion, '--to', criterion];
      await label(refbench, asked, models.env);
    } finally {
      await models.stop();
    }
  }

  report.section('4. The votes of the runs are merged, and the consensus is over all');
  const merged = await refbench(['label', 'merge', ...CRITERIA, '--to', 'all', '--json']);
  const labels = new Map(
    merged.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((one) => [one.instance, Object.fromEntries(CRITERIA.map((c) => [c, one[c].label]))])
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
  report.check('labels of all rows', Object.fromEntries(labels), expected.labels);
  await refbench([
    'label',
    'export',
    'all',
    '--to',
    'kept.jsonl',
    '--rows',
    'rows.jsonl',
    '--kept',
  ]);
  const kept = (await readFile(join(folder, 'kept.jsonl'), 'utf8')).trim().split('\n');
  report.check('rows that are kept and not controversial', kept.length, expected.kept.length);

  await evaluate(report, refbench, expected);
  await askPeople(report, refbench, folder);
  report.finish();
}

async function evaluate(report, refbench, expected) {
  report.section('5. Evaluation against two annotators and a third');
  const evaluated = await refbench([
    'label',
    'evaluate',
    'all',
    '--reference',
    'people.csv',
    '--json',
  ]);
  const evaluation = JSON.parse(evaluated.stdout);
  const [own] = evaluation.runs;
  report.text((await refbench(['label', 'evaluate', 'all', '--reference', 'people.csv'])).stdout);
  checkFigures(report, own, expected);

  report.section('6. Cost of people and of models');
  checkCosts(report, evaluation, own, expected);
}

async function askPeople(report, refbench, folder) {
  report.section('7. Questionnaire: do people agree with the rationales?');
  await refbench(['label', 'export', 'all', '--to', 'questions.csv', '--questionnaire']);
  const table = await readFile(join(folder, 'questions.csv'), 'utf8');
  const answers = table.split('\r\n').map((line, at) => {
    if (at === 0 || line === '') return line;
    return line.replace(/,,,$/, at % 6 === 0 ? ',agree,disagree,agree' : ',agree,agree,');
  });
  await writeFiles(folder, { 'questions.csv': answers.join('\r\n') });
  const asked = await refbench([
    'label',
    'evaluate',
    'all',
    '--questionnaire',
    'questions.csv',
    '--json',
  ]);
  const all = JSON.parse(asked.stdout).questionnaire.find(({ criterion }) => criterion === 'all');
  report.check(
    'answered, differing, agreed',
    [all.answered, all.differing, all.agreed],
    [36, 6, 36],
  );

  report.section('8. The code that a model sees');
  const map = await refbench(['label', 'map', 'git/acme+one', '--tokens', '500', '--json']);
  report.check('the map shows the definition', map.stdout.includes('def run'), true);
}

/** Runs `label run` on the sample in its default configuration. */
function label(refbench, args, more = {}) {
  const input = ['--input', 'sample.jsonl', '--mirror', 'git/{owner}+{name}'];
  return refbench(['label', 'run', ...input, ...args], { more });
}

/** Repositories, rows in the format of SWE-bench, and labels of annotators. */
async function writeInputs(folder, rows) {
  const bases = new Map();
  for (const repository of new Set(rows.map(({ repo }) => repo))) {
    const name = repository.replace('/', '+');
    await writeFiles(join(folder, 'git', name), {
      'src/tool.py': 'from helper import helper\n\n\ndef run(x):\n    return helper(x)\n',
      'src/helper.py': 'def helper(x):\n    return x\n',
    });
    const path = join(folder, 'git', name);
    await git(path, 'init', '--quiet', '--initial-branch=main');
    for (const message of ['first', 'second']) {
      await git(path, 'add', '--all');
      await git(path, 'commit', '--quiet', '--allow-empty', '-m', message);
    }
    bases.set(repository, await git(path, 'rev-parse', 'HEAD'));
  }
  const patch = [
    'diff --git a/src/tool.py b/src/tool.py\n--- a/src/tool.py\n+++ b/src/tool.py\n@@ -4,2 +4,2 @@\n',
    ' def run(x):\n-    return helper(x)\n+    return helper(x) + 1\n',
  ].join('');
  await writeFiles(folder, {
    'rows.jsonl': jsonLines(
      rows.map(({ id, repo }, at) => ({
        instance_id: id,
        repo,
        base_commit: bases.get(repo),
        patch,
        test_patch: '',
        problem_statement: `# Wrong result\n\nThe result of \`run\` is **wrong** (${nameOf(at)}).\n`,
      })),
    ),
    'people.csv': [
      'instance_id,issue,tests,effort\n',
      ...rows.flatMap(({ id, people }) => people.map((one) => `${id},${one.join(',')}\n`)),
    ].join(''),
  });
}

/** Part of the prompts of one row, by which the script recognises them. */
function nameOf(at) {
  return `case-${String(at + 1).padStart(2, '0')}`;
}

/** The first row gets an answer that does not fit first, as happens with every model. */
function answersOf(criterion, rows) {
  const rationale = 'The text says what must be done.';
  const answers = rows.flatMap(({ answers: own }, at) =>
    MODELS.map((model) => {
      const score = own[model][criterion];
      const label = score === 0 ? 'well-specified' : 'underspecified';
      const counter_example = score === 0 ? '' : 'A solution with another name.';
      const answer = {
        issue: { rationale, label, candidate_solution: false },
        tests: { rationale, counter_example, score, other_major_issues: false },
        effort: { rationale, score },
      }[criterion];
      return { when: { model, prompt: nameOf(at) }, answer };
    }),
  );
  return [{ when: { prompt: nameOf(0) }, times: 1, answer: { score: 'many' } }, ...answers];
}

function checkFigures(report, own, expected) {
  for (const criterion of CRITERIA) {
    const accuracy = own.accuracy.find((one) => one.criterion === criterion);
    const python = expected.accuracy[criterion];
    report.check(`${criterion}: rows with a reference`, accuracy.compared, python.compared);
    report.near(`${criterion}: exact`, accuracy.exact, python.exact);
    report.near(`${criterion}: binarised`, accuracy.binarised, python.binarised);
    const alpha = (among) =>
      own.agreement.find(
        (one) => one.criterion === criterion && one.among === among && one.by === 'all',
      )?.alpha;
    report.near(
      `${criterion}: alpha of annotators`,
      alpha('annotators'),
      expected.alpha[criterion].annotators,
    );
    report.near(`${criterion}: alpha of models`, alpha('models'), expected.alpha[criterion].models);
    for (const { model, accuracy: one } of own.byModel.filter(
      (each) => each.criterion === criterion,
    )) {
      report.near(`${criterion}: ${model} alone`, one.binarised, expected.models[criterion][model]);
    }
    const pairs = own.pairs.filter((one) => one.criterion === criterion);
    for (const [at, pair] of expected.pairs[criterion].entries()) {
      const name = `${criterion}: ${pair.first} and ${pair.second}`;
      report.near(`${name}, equal`, pairs[at].binarised, pair.binarised);
      report.near(`${name}, kappa`, pairs[at].kappa, pair.kappa);
    }
  }
}

function checkCosts(report, { people }, own, expected) {
  const scaled = (usd) => (usd * 1_000) / people.instances;
  report.text(
    'Annotating 1,000 instances by hand, in dollars (defaults: 4 people, $75, 20 minutes, 10 %):',
  );
  report.table(
    ['', 'paper', 'here'],
    [
      ['usual', '100,000', scaled(people.usd).toFixed(0)],
      ['low', '81,000', scaled(people.lowUsd).toFixed(0)],
      ['high', '121,000', scaled(people.highUsd).toFixed(0)],
    ],
  );
  for (const key of ['usd', 'lowUsd', 'highUsd']) {
    report.near(`people: ${key}`, scaled(people[key]), expected.people[key], 1e-6);
  }
  // One call of each model with the tokens that the paper reports for test coverage.
  const calls = own.byModel.filter(({ criterion }) => criterion === 'tests');
  report.text(
    'Test coverage of 1,000 instances by models, in dollars (3,162 and 4,700 tokens a call):',
  );
  report.table(
    ['', 'paper', 'here, one pass', 'here, three passes'],
    calls.map(({ model, costs }) => {
      const one = (costs.usd / costs.calls) * 1_000;
      return [
        model,
        model === 'deepseek-reasoner' ? 'see below' : '-',
        one.toFixed(2),
        (3 * one).toFixed(2),
      ];
    }),
  );
  report.text(
    '  The paper gives $5.10 for all labels of 1,000 instances. It counts one pass, and the output of\n  DeepSeek R1 at the price of its input; here every pass is counted, at the price list.',
  );
  for (const { model, costs } of calls) {
    report.near(`${model}: dollars a call`, costs.usd / costs.calls, expected.call[model], 1e-9);
  }
}
