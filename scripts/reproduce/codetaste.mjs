// The protocol of CodeTaste on small inputs: mining, scores, tasks, rules, modes, judge, reports, board.
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runOnTally } from './codetaste-runs.mjs';
import {
  archiveHour,
  PATCHES,
  PLANNER,
  queryRows,
  RULE_AGENT,
  writeMirror,
} from './codetaste-data.mjs';
import { jsonLines, refbenchIn, root, startModels, stateDir, writeFiles } from './command.mjs';
import { whyNoEngine } from './engine.mjs';
import { startReport } from './report.mjs';
import { inWorkFolder } from './work-folder.mjs';

const USAGE = `usage: scripts/reproduce-codetaste [--keep FOLDER]

Runs the protocol of CodeTaste with scripted answers: no key, no network, no cost. Agents, rule agents
and grading need a container engine; without one, these steps are skipped. docs/papers.md has the
commands for the real models, and what they cost.`;

const TALLY = 'refbench__tally-6637120b';
const MODEL = 'claude-sonnet-4-5';

const NEED_ENGINE = [
  'direct, plan and multiplan mode with the judge',
  "the judge's control, and the accuracy of its choices",
  'the rule agent',
  'the case study',
  'the leaderboard',
];

const USAGE_OF_CALL = { input: 4_000, output: 400 };

await inWorkFolder('codetaste', USAGE, async (folder) => {
  const report = startReport('CodeTaste: from commits to a leaderboard');
  const file = new URL('codetaste-expected.json', import.meta.url);
  const expected = JSON.parse(await readFile(file, 'utf8'));
  const { golden } = await writeMirror(folder);
  await writeFiles(folder, {
    'archive/2024-05-01-0.json.gz': archiveHour(golden),
    'query-rows.jsonl': queryRows(golden),
    'results.jsonl': jsonLines(expected.results),
    'instances.csv': csvOf(expected.instances),
    'ratings.csv': ['rule,first,second', ...expected.ratings.map((row) => row.join(','))].join(
      '\n',
    ),
    ...PATCHES,
    ...PLANNER,
    ...RULE_AGENT,
  });
  const models = await startModels(folder, { usage: USAGE_OF_CALL, rules: rulesOf(expected) });
  try {
    await mine(report, folder, models, golden, expected);
    await writeTask(report, folder, models);
    await judgeRules(report, folder, models);
    await reportResults(report, folder, expected);
    const reason = await whyNoEngine();
    if (reason === undefined) await runOnTally(report, folder, models);
    else for (const step of NEED_ENGINE) report.skip(step, reason);
  } finally {
    await models.stop();
  }
  report.finish();
});

/** Answers to every prompt of the protocol, recognised by words of the prompt. */
function rulesOf({ message, diff }) {
  return [
    {
      when: { prompt: 'what the author of a commit or pull request wrote' },
      times: 1,
      answer: { large_scale: 'very' },
    },
    { when: { prompt: 'what the author of a commit or pull request wrote' }, answer: message },
    {
      when: { prompt: 'You write the task for a benchmark' },
      answer: {
        title: 'Give the shared helper another name',
        summary: 'Every part calls one helper whose name does not say what it does.',
        why: 'Readers must open the helper to understand a part.',
        scope: ['every call in `src` uses `add_number`'],
        keep: ['what every part returns'],
      },
    },
    {
      when: { prompt: 'Write `open`' },
      answer: { open: 'Make the names of shared helpers say what they do.' },
    },
    { when: { prompt: 'which decisions of the change' }, answer: { given_away: [] } },
    {
      when: { prompt: 'Say whether the rule is restrictive' },
      answer: { restrictive: false, forces: '', reason: 'The task asks for it.' },
    },
    {
      when: { prompt: 'You write rules that measure how far', results: 0 },
      tool: { name: 'explore', input: { command: 'ls src' } },
    },
    {
      when: { prompt: 'You write rules that measure how far' },
      tool: { name: 'finish', input: { summary: 'No rule is needed.' } },
    },
    {
      when: { prompt: 'Two coding agents, A and B' },
      answer: {
        summary: 'A is golden, and B makes another file.',
        closer: 'A',
        findings: [
          { about: 'A', claim: 'It rewrites the text.', citations: ['golden:README.md:9'] },
        ],
      },
    },
    {
      when: { prompt: 'Choose the plan that' },
      answer: { choice: 2, reasoning: 'It is complete.' },
    },
    { answer: diff },
  ];
}

function csvOf(rows) {
  const names = Object.keys(rows[0]);
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((cells) => `${cells.join(',')}\n`)
    .join('');
}

/** Section 3.1 and appendix A.1: archive and BigQuery, three stages, selection. */
async function mine(report, folder, models, golden, expected) {
  report.section('1. Mining (section 3.1, appendix A.1)');
  const refbench = refbenchIn(folder, {});
  const linesOf = ({ stdout }) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const hours = ['--files', 'archive', '--from', '2024-05-01-0', '--to', '2024-05-01-0'];
  const read = linesOf(
    await refbench(['mine', 'archive', ...hours, '--folder', 'mined', '--json']),
  );
  report.check('merges that the archive admits', read[0].admitted, 1);
  const hook = new URL('bigquery-hook.mjs', import.meta.url).href;
  const queried = linesOf(
    await refbench(
      ['mine', 'bigquery', '--from', '2024', '--run', '--folder', 'queried', '--json'],
      {
        more: {
          NODE_OPTIONS: `--import ${hook}`,
          REPRODUCE_ROWS: join(folder, 'query-rows.jsonl'),
        },
      },
    ),
  );
  report.check('merges that BigQuery admits', queried[0].admitted, 1);
  const git = ['--mirror', 'git/{owner}+{name}'];
  const ranked = [];
  for (const name of ['mined', 'queried']) {
    const args = ['mine', 'rank', '--folder', name, '--scorer', 'model', '--model', MODEL];
    const { stdout } = await refbench([...args, ...git, '--json'], { more: models.env });
    ranked.push(JSON.parse(stdout.trim().split('\n')[0]));
  }
  report.table(
    ['score of the commit', 'formula of A.1', 'here'],
    [['(message + 3 diff) / 4', expected.score.toFixed(6), ranked[0].score.score.toFixed(6)]],
  );
  report.near('the score is that of the formula', ranked[0].score.score, expected.score);
  report.check(
    'both sources rank the same commit',
    ranked.map(({ commit }) => commit.golden),
    [golden, golden],
  );
  await refbench(['mine', 'select', '--folder', 'mined', ...git, '--count', '5']);
  report.text((await refbench(['mine', 'funnel', '--folder', 'mined'])).stdout);
}

/** Section 3.2: an instance, and both of its texts. */
async function writeTask(report, folder, models) {
  report.section('2. Instance and task texts (section 3.2)');
  const refbench = refbenchIn(folder, models.env);
  const candidates = await readFile(join(folder, 'mined/candidates.jsonl'), 'utf8');
  const { id } = JSON.parse(candidates.split('\n')[0]);
  const places = ['--mirror', 'git/{owner}+{name}', '--instances-dir', 'instances'];
  const added = await refbench([
    'instance',
    'add',
    '--candidate',
    id,
    '--folder',
    'mined',
    ...places,
  ]);
  const instance = added.stdout.trim();
  await refbench(['task', 'write', instance, '--model', MODEL, ...places]);
  const open = await readFile(join(folder, 'instances', instance, 'task.open.md'), 'utf8');
  report.check('the open text is one line', open.trim().split('\n').length, 1);
  const checked = await refbench(['task', 'check', instance, '--model', MODEL, ...places], {
    codes: [0, 7],
  });
  report.check('the texts pass the check, also that of a model', checked.code, 0);
}

/** Sections 3.3 and 3.4: the rules of the bundled instance, and the audit with people's words. */
async function judgeRules(report, folder, models) {
  report.section('3. Rules (section 3.3) and the audit of additive rules (Table 2)');
  const here = refbenchIn(root, models.env);
  const state = ['--state-dir', stateDir];
  await here(['rules', 'check', TALLY, ...state]);
  const tested = await here(['rules', 'test', TALLY, ...state, '--json']);
  report.check('every rule is sound', JSON.parse(tested.stdout).rules.length > 0, true);
  const rules = JSON.parse(tested.stdout).rules.filter(({ side }) => side === 'additive');
  await writeFiles(folder, {
    'people.csv': ['rule,label', ...rules.map(({ rule }) => `${rule},no`)].join('\n'),
  });
  const rulesDir = join(folder, 'audited');
  await copyRules(rulesDir);
  const audited = await here([
    'rules',
    'audit',
    TALLY,
    '--rules-dir',
    rulesDir,
    '--model',
    MODEL,
    ...state,
    '--labels',
    join(folder, 'people.csv'),
    '--json',
  ]);
  const { agreement, unlabelled } = JSON.parse(audited.stdout);
  report.check(
    'rules that model and people label',
    [agreement.rules, unlabelled.length],
    [rules.length, 0],
  );
  report.check('they agree', agreement.agreement, 1);
}

/** Copies the rules of the bundled instance, because an audit is written beside them. */
async function copyRules(to) {
  await cp(join(root, 'rules', TALLY), join(to, TALLY), { recursive: true });
}

/** Sections 4 and 5 and appendix B: the tables of the paper from given results. */
async function reportResults(report, folder, expected) {
  const refbench = refbenchIn(folder, {});
  report.section('4. Tables 5, 7 and 8 from published results');
  const options = ['--resamples', '200', '--out', 'report', '--all-tables'];
  const { stdout } = await refbench(['stats', 'results.jsonl', ...options]);
  // Table 5 has one column per mode; with one mode it is the table of scores.
  const shown = stdout
    .split('\n\n')
    .filter((part) =>
      /^(?:Scores|Alignment by language|Significant wins and losses \(T)/i.test(part),
    );
  report.text(shown.join('\n\n'));
  const found = JSON.parse(await readFile(join(folder, 'report/report.json'), 'utf8'));
  const keys = { Pass: 'pass', IFR: 'ifr', A: 'alignment' };
  for (const [agent, figures] of Object.entries(expected.means)) {
    for (const [name, { mean, half }] of Object.entries(figures)) {
      const own = found.summaries.find((one) => one.agent === agent && one.metric === keys[name]);
      report.near(`${agent}: ${name}`, own.mean, mean, 1e-12);
      report.near(`${agent}: ${name}, half width`, (own.t.high - own.t.low) / 2, half, 1e-6);
    }
  }
  for (const [name, pairs] of Object.entries(expected.comparisons)) {
    for (const pair of pairs) {
      const own = found.comparisons.find(
        (one) =>
          one.metric === keys[name] &&
          [pair.first, pair.second].includes(one.first) &&
          [pair.first, pair.second].includes(one.second),
      );
      report.near(`${name}: ${pair.first} and ${pair.second}, p`, own.p, pair.p, 1e-9);
      report.near(`${name}: ${pair.first} and ${pair.second}, q`, own.q, pair.q, 1e-9);
    }
  }
  const table8 = shown.find((part) => part.includes('(Table 8)')) ?? '';
  for (const [agent, figures] of Object.entries(expected.wins)) {
    const rows = table8.split('\n').map((line) => line.trim().split(/ {2,}/));
    const cells = rows.find((row) => row[1] === agent) ?? [];
    const python = Object.values(figures).map((one) => one.join('/'));
    report.check(`${agent}: wins and losses`, cells.slice(2, 5), python);
  }

  report.section('5. Table 6 (precision and size) and Table 2 (kappa) from given inputs');
  report.text((await refbench(['stats', 'sizes', 'patches'])).stdout);
  const { agents } = JSON.parse((await refbench(['stats', 'sizes', 'patches', '--json'])).stdout);
  const one = agents.find(({ agent }) => agent === 'one');
  for (const [name, value] of Object.entries(expected.sizes))
    report.near(name, one[name].mean, value);
  report.text((await refbench(['stats', 'kappa', 'ratings.csv'])).stdout);
  const kappas = await refbench(['stats', 'kappa', 'ratings.csv', '--json']);
  report.near('kappa of the two raters', JSON.parse(kappas.stdout).pairs[0].kappa, expected.kappa);
}
