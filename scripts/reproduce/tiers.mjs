// The protocol of the outcome-tier study on twelve small tickets, the study's own figures computed
// again, and its answers compiled and tested.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { git, jsonLines, refbenchIn, root, startModels, stateDir, writeFiles } from './command.mjs';
import { whyNoEngine } from './engine.mjs';
import { startReport } from './report.mjs';
import { inWorkFolder } from './work-folder.mjs';

const USAGE = `usage: scripts/reproduce-tiers [--keep FOLDER]

Runs the protocol of the outcome-tier study with scripted answers: no key, no network, no cost.
docs/papers.md has the commands for the real models, and what they cost.`;

const TALLY = 'refbench__tally-6637120b';

await inWorkFolder('tiers', USAGE, async (folder) => {
  const report = startReport('Outcome tiers: single-shot fixes');
  // Texts, scripted answers and the figures that plain Python computed from them.
  const file = new URL('tiers-expected.json', import.meta.url);
  const expected = JSON.parse(await readFile(file, 'utf8'));
  await runStudy(report, folder, expected);
  await checkPublished(report, folder, expected);
  await gradeAnswers(report, folder);
  report.finish();
});

/** Labels, index, sample, questions and scores in the default configuration. */
async function runStudy(report, folder, expected) {
  report.section('1. Tickets, tiers, index and sample');
  await writeInputs(folder, expected);
  const refbench = refbenchIn(folder, {});
  await refbench(['tiers', 'fetch', 'import', 'export.jsonl', '--format', 'jira']);
  await refbench(['tiers', 'label', '--thresholds', 'study']);
  await refbench(['tiers', 'index', 'clone', '--project', 'KEY']);
  await refbench(['tiers', 'sample', '--per-tier', '2', '--seed', '42']);
  const labels = JSON.parse(await readFile(join(folder, 'tiers/labels.json'), 'utf8'));
  report.check(
    'tiers of all tickets',
    expected.tickets.map(({ key }) => labels.labels[key].label),
    expected.tickets.map(({ tier }) => tier),
  );
  const sample = JSON.parse(await readFile(join(folder, 'tiers/sample.json'), 'utf8'));
  report.check(
    "tickets drawn, as CPython's generator draws them",
    sample.tickets.map(({ key }) => key),
    expected.sample,
  );

  report.section('2. One question about each ticket to each of the four models');
  const models = Object.keys(expected.answers);
  const rules = models.flatMap((model) =>
    Object.entries(expected.answers[model]).map(([key, say]) => ({
      when: { model, prompt: `**Ticket:** ${key}\n` },
      say,
    })),
  );
  const server = await startModels(folder, { usage: { input: 2_000, output: 500 }, rules });
  try {
    const asked = ['--model', models.join(','), '--system-prompt', 'study'];
    await refbench(['tiers', 'eval', ...asked], { more: server.env });
  } finally {
    await server.stop();
  }

  report.section('3. Scores and comparison (sections 7.1 to 7.3)');
  await refbench(['tiers', 'score']);
  const compared = await refbench(['tiers', 'compare', '--out', 'report', '--json']);
  report.text((await refbench(['tiers', 'compare'])).stdout);
  for (const { model, passes, overlap_mean, overlap_sd } of JSON.parse(compared.stdout).models) {
    const python = expected.results[model];
    report.check(`${model}: passes`, passes, python.passes);
    report.near(`${model}: mean overlap`, overlap_mean, python.mean, 1e-9);
    report.near(`${model}: sd of the overlap`, overlap_sd, python.sd, 1e-9);
  }
}

/** A clone in which each ticket has one commit, and an export of the tickets. */
async function writeInputs(folder, { tickets, texts }) {
  const clone = join(folder, 'clone');
  await writeFiles(clone, { 'README.md': 'Ledgers.\n' });
  await git(clone, 'init', '--quiet', '--initial-branch=main');
  await git(clone, 'add', '--all');
  await git(clone, 'commit', '--quiet', '-m', 'Root');
  for (const { key } of tickets) {
    await writeFiles(clone, { [`src/Ledger${key.split('-')[1]}.java`]: texts[key] });
    await git(clone, 'add', '--all');
    await git(clone, 'commit', '--quiet', '-m', `${key}: add a ledger`);
  }
  const issues = tickets.map(({ key }, at) => ({
    key,
    fields: {
      summary: `Add ledger ${at + 1}`,
      description: 'Entries cannot be added.',
      created: '2010-01-01T00:00:00.000+0000',
      resolutiondate: `2010-01-0${1 + (at % 3)}T00:00:00.000+0000`,
      watches: { watchCount: at % 5 },
      assignee: { displayName: `person ${at % 2}` },
    },
  }));
  await writeFiles(folder, { 'export.jsonl': jsonLines(issues) });
}

/** The four result files of the study give the figures that it prints. */
async function checkPublished(report, folder, expected) {
  report.section("4. The study's own results: published figures and ours");
  const csv = join(root, 'packages/outcome-tiers/fixtures/study-results.csv');
  const [, ...rows] = (await readFile(csv, 'utf8')).trim().split('\n');
  const files = new Map();
  for (const row of rows) {
    const [model, key, tier, hit, overlap, pass, input, output] = row.split(',');
    const result = {
      key,
      tier,
      model,
      sha: '',
      files: [],
      file_hit: hit === '1',
      pass: pass === '1',
      token_overlap: Number(overlap),
      input_tokens: Number(input),
      output_tokens: Number(output),
    };
    files.set(model, [...(files.get(model) ?? []), result]);
  }
  const names = [...files.keys()].map((model) => `eval_results_${model}.json`);
  await writeFiles(
    folder,
    Object.fromEntries(
      [...files].map(([model, own]) => [`eval_results_${model}.json`, JSON.stringify(own)]),
    ),
  );
  const refbench = refbenchIn(folder, {});
  const compared = await refbench(['tiers', 'compare', ...names, '--study', '--json']);
  const { models, checks } = JSON.parse(compared.stdout);
  report.table(
    ['section', 'figure or statement', 'study', 'here', ''],
    checks.map((one) => [
      one.section,
      one.claim.slice(0, 70),
      one.published,
      one.found.slice(0, 70),
      one.holds ? '' : 'does not hold',
    ]),
  );
  const figures = checks.filter(({ kind }) => kind === 'figure');
  report.check('published figures that hold', figures.filter(({ holds }) => holds).length, 70);
  report.check('published figures', figures.length, 70);
  for (const { model, passes, overlap_mean, overlap_sd } of models) {
    const python = expected.study[model];
    report.check(`${model}: passes`, passes, python.passes);
    report.near(`${model}: mean overlap`, overlap_mean, python.mean);
    report.near(`${model}: sd of the overlap`, overlap_sd, python.sd);
  }
}

/** Beyond overlap: answers about an instance become patches, which are compiled and tested. */
async function gradeAnswers(report, folder) {
  report.section('5. Answers as patches, graded by compiling and testing');
  const golden = await readFile(join(root, 'instances', TALLY, 'repository/golden.patch'), 'utf8');
  const server = await startModels(folder, {
    usage: { input: 5_000, output: 5_000 },
    rules: [
      { when: { model: 'gpt-4o' }, say: 'Rename the functions everywhere, then run the tests.' },
      { say: `This does it:\n\n\`\`\`diff\n${golden}\`\`\`\n` },
    ],
  });
  const refbench = refbenchIn(root, {});
  const study = join(folder, 'baseline');
  const subjects = ['--instances', TALLY, '--folder', study];
  const state = ['--state-dir', stateDir];
  try {
    const asked = ['--model', 'claude-sonnet-4-6,gpt-4o'];
    await refbench(['tiers', 'eval', ...subjects, ...state, ...asked, '--budget', '50'], {
      more: server.env,
    });
  } finally {
    await server.stop();
  }
  const made = await refbench(['tiers', 'to-predictions', ...subjects, ...state, '--json']);
  const outcomes = JSON.parse(made.stdout).models.map(({ model, rows }) => [
    model,
    rows[0].outcome,
  ]);
  report.check('an answer with a diff is a patch, one in words is none', outcomes, [
    ['claude-sonnet-4-6', 'patch'],
    ['gpt-4o', 'no-patch'],
  ]);
  const reason = await whyNoEngine();
  if (reason !== undefined) return report.skip('the patch is compiled and tested', reason);
  const predictions = join(study, 'predictions/claude-sonnet-4-6.jsonl');
  const graded = await refbench([
    'grade',
    '--predictions',
    predictions,
    '--instances',
    TALLY,
    ...state,
    '--run-id',
    'answers',
    '--runs-dir',
    join(folder, 'runs'),
  ]);
  report.text(graded.stderr.slice(-1_200));
  const run = join(folder, 'runs/answers', TALLY, 'claude-sonnet-4-6/1/score.json');
  const score = JSON.parse(await readFile(run, 'utf8'));
  report.check('the answer that is the golden patch passes', score.pass, 1);
  report.check('and follows all rules', score.ifr.total, 1);
}
