// The steps of the CodeTaste reproduction that need a container engine, on the bundled instance.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { refbenchIn, root, stateDir, writeFiles } from './command.mjs';

const TALLY = 'refbench__tally-6637120b';
const JUDGE = 'claude-sonnet-4-5';

/** Runs agents in all modes, the judge's control, the rule agent, the case study and the leaderboard. */
export async function runOnTally(report, folder, models) {
  const refbench = refbenchIn(root, models.env);
  const runs = ['--runs-dir', join(folder, 'runs')];
  const state = ['--state-dir', stateDir];
  await runModes(report, refbench, folder, [...runs, ...state]);
  await controlJudge(report, refbench, [...runs, ...state], runs);
  await generateRules(report, refbench, folder, state);
  await explainAndPublish(report, refbench, folder, { runs, state });
}

/** Sections 4 and 5: golden and nop, then direct, plan and multiplan with the judge. */
async function runModes(report, refbench, folder, places) {
  report.section('6. Agents: golden and nop, direct, plan and multiplan (sections 4 and 5)');
  const scoreOf = async (run, agent) =>
    JSON.parse(await readFile(join(folder, 'runs', run, TALLY, agent, '1/score.json'), 'utf8'));
  const instances = ['--instances', TALLY, '--controls', 'none', ...places];
  await refbench(['run', '--agent', 'golden,nop', '--run-id', 'reference', ...instances]);
  const [golden, nop] = [await scoreOf('reference', 'golden'), await scoreOf('reference', 'nop')];
  report.table(
    ['', 'Pass', 'IFR', 'A'],
    [
      ['golden, paper', 1, 1, 1],
      ['golden, here', golden.pass, golden.ifr.total, golden.alignment.total],
      ['nop, paper', '-', 0, 0],
      ['nop, here', nop.pass, nop.ifr.total, nop.alignment.total],
    ],
  );
  report.check('golden passes and follows all rules', [golden.pass, golden.ifr.total], [1, 1]);
  report.check('nop follows no rule', nop.ifr.total, 0);
  const planner = join(folder, 'planner');
  for (const mode of ['direct', 'plan', 'multiplan']) {
    const judge = mode === 'multiplan' ? ['--judge-model', JUDGE] : [];
    await refbench([
      'run',
      '--agent',
      planner,
      '--run-id',
      mode,
      '--mode',
      mode,
      ...judge,
      ...instances,
    ]);
  }
  const patch = (run) => readFile(join(folder, 'runs', run, TALLY, 'planner/1/patch.diff'), 'utf8');
  const files = { direct: 'direct.txt', plan: 'single.txt', multiplan: 'file-2.txt' };
  for (const [run, name] of Object.entries(files)) {
    report.check(
      `${run}: the plan is carried out`,
      (await patch(run)).includes(`+++ b/${name}`),
      true,
    );
  }
}

/** Appendix A.6: six plans in a seeded order, and how often the judge chose the better one. */
async function controlJudge(report, refbench, places, runs) {
  report.section("7. The judge's control and its accuracy (appendix A.6)");
  const plans = ['--multiplan', 'multiplan', '--plan', 'plan'];
  const control = ['plans', 'control', ...plans, '--instances', TALLY, '--judge-model', JUDGE];
  const judged = await refbench([...control, '--seed', '7', ...places, '--json']);
  const [record] = judged.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  report.check('the judge sees six plans', record.order.length, 6);
  report.check('the choice is the plan at the place that it names', record.choice, record.order[2]);
  const measured = await refbench(['plans', 'accuracy', ...plans, ...runs, '--json']);
  const { accuracy, followed } = JSON.parse(measured.stdout);
  const { right, wrong, ties, unobserved } = accuracy;
  // Both plans change no rule, so they are equally good, or the choice was not carried out.
  report.check('judgements that are accounted for', right + wrong + ties + unobserved, 1);
  report.check('at most one of them was carried out', followed <= 1, true);
}

/** Section 3.3: a model writes rules from the task text and base. */
async function generateRules(report, refbench, folder, state) {
  report.section('8. The rule agent (section 3.3)');
  const places = ['--to', join(folder, 'generated'), '--transcript', join(folder, 'transcript')];
  const made = await refbench([
    'rules',
    'generate',
    TALLY,
    '--model',
    JUDGE,
    ...places,
    ...state,
    '--json',
  ]);
  const result = JSON.parse(made.stdout.trim().split('\n').at(-1));
  report.check('a model explored base and finished', result.end, 'finished');
  const own = ['--to', join(folder, 'by-agent'), '--transcript', join(folder, 'agent-transcript')];
  const agent = ['--agent', join(folder, 'rule-agent')];
  const written = await refbench([
    'rules',
    'generate',
    TALLY,
    ...agent,
    ...own,
    ...state,
    '--json',
  ]);
  const { end, rules } = JSON.parse(written.stdout.trim().split('\n').at(-1));
  report.check('a coding agent finished, too', end, 'finished');
  const ids = rules.map(({ id, side }) => [id, side]);
  report.check('its rule holds on base and golden; one that matches nothing does not', ids, [
    ['positional-post', 'reductive'],
  ]);
}

/** Appendix C and the leaderboard. */
async function explainAndPublish(report, refbench, folder, { runs, state }) {
  report.section('9. Case study (appendix C) and leaderboard');
  const at = (name) => join(folder, name);
  await refbench([
    'run',
    '--agent',
    `golden,${at('planner')}`,
    '--instances',
    TALLY,
    '--run-id',
    'board',
    ...runs,
    ...state,
  ]);
  const study = await refbench([
    'report',
    'case-study',
    'board',
    TALLY,
    '--agents',
    'golden,planner',
    '--model',
    JUDGE,
    ...runs,
    ...state,
  ]);
  report.check(
    'the case study cites what exists',
    study.stdout.includes('golden:README.md:9'),
    true,
  );
  const { stdout: key } = await refbench(['leaderboard', 'keygen', at('key.pem')]);
  await writeFiles(folder, {
    'keys.yaml': `submitters:\n  - { name: Someone, key: ${key.trim()} }\n`,
    'agents.yaml':
      'submitter: Someone\ncontact: a@example.org\nagents:\n  - { name: planner, title: Planner, organisation: Example, open_source: true }\n',
  });
  const bundle = at('board.tar.gz');
  const described = ['--description', at('agents.yaml'), '--key', at('key.pem'), '--out', bundle];
  await refbench(['leaderboard', 'submit', 'board', ...described, ...runs]);
  await refbench(['leaderboard', 'init', '--folder', at('board')]);
  const keys = ['--keys', at('keys.yaml')];
  const checks = [...keys, '--trust-scores'];
  await refbench(['leaderboard', 'verify', bundle, ...checks]);
  const today = new Date().toISOString().slice(0, 10);
  const change = ['--why', 'a reproduction', '--date', today, '--folder', at('board')];
  await refbench(['leaderboard', 'add', bundle, ...checks, '--id', 'board', ...change]);
  const site = ['leaderboard', 'build', '--folder', at('board'), '--out', at('site')];
  await refbench(site);
  report.check('the site follows from its ledger', (await refbench([...site, '--verify'])).code, 0);
}
