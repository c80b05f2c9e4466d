/**
 * Mines rules of published instances without a model, and compares them with the published ones:
 * the share of the published rules that they find, and what both pay to the published patches.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngines, type Rule, type TreeScanOptions } from '@refbench/rule-engine';
import {
  changedLines,
  readChange,
  suggestRules,
  type SuggestedRule,
  type Suggestion,
} from '@refbench/rule-mining';
import { RefbenchError, type RulesetSide, type ThreeWay } from '@refbench/contracts';
import { findMirrors } from './mirrors.ts';
import { minedRuleset } from './mined-rules/mined-ruleset.ts';
import { foundByOne, foundTogether, type PlacedRule, type Recall } from './mined-rules/recall.ts';
import { spearman } from './strict-scores/rank-correlation.ts';
import { scoredPatches } from './strict-scores/scored-patches.ts';
import { publishedSubject, type Subject, type SubjectOptions } from './strict-scores/subjects.ts';

const USAGE = `mined-rules --codetaste DIR INSTANCE...
  INSTANCE            owner/name, e.g. apache/shenyu
  --codetaste DIR     data of the published instances
  --state-dir DIR     for temporary repositories (default .refbench)
  --list              also print the mined rules, and the published ones that they miss
`;

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    codetaste: { type: 'string' },
    'state-dir': { type: 'string', default: '.refbench' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const SIDES = ['additive', 'reductive'] as const;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

if (options.help || options.codetaste === undefined || names.length === 0) {
  process.stdout.write(USAGE);
} else {
  await main(options.codetaste);
}

async function main(data: string): Promise<void> {
  const mirrors = findMirrors(names);
  const state = options['state-dir'];
  const scan = { engines: openEngines({ stateDir: state }), cacheDir: resolve(state, 'matches') };
  const cacheDir = resolve(state, 'repositories');
  say(
    '| instance | published + / - | mined + / - | seconds | coverage | recall + / - / all | by one rule + / - / all |',
  );
  say('|---|---:|---:|---:|---:|---:|---:|');
  const paid: Paid[] = [];
  for (const name of mirrors?.repositories ?? []) {
    try {
      paid.push(...(await compare(data, name, { mirror: mirrors?.mirror ?? '', cacheDir, scan })));
    } catch (error) {
      // A snapshot may lack files; the other instances can still be compared.
      if (!RefbenchError.isInstance(error)) throw error;
      say(`| ${name} | not compared: ${error.message} |`);
    }
  }
  if (paid.length > 0) report(paid);
}

async function compare(
  data: string,
  name: string,
  places: SubjectOptions,
): Promise<readonly Paid[]> {
  const { scan } = places;
  await using subject = await publishedSubject(data, name, places);
  const started = performance.now();
  const suggestion = await suggestRules(subject.context, { task: subject.task, scan });
  const seconds = (performance.now() - started) / 1000;
  say(await row(name, subject, suggestion, seconds, scan));
  if (options.list) for (const rule of suggestion.rules) say(described(rule));
  return await paidFor(data, name, subject, suggestion, scan);
}

/** What a published patch earns. */
interface Paid {
  readonly name: string;
  readonly agent: string;
  /** The publisher's figure. */
  readonly published: number;
  /** With mined rules: how many are satisfied, and the strict figure. */
  readonly mined: number;
  readonly strict: number;
}

async function paidFor(
  data: string,
  name: string,
  subject: Subject,
  suggestion: Suggestion,
  scan: TreeScanOptions,
): Promise<readonly Paid[]> {
  const paid: Paid[] = [];
  const ruleset = await minedRuleset(suggestion);
  for await (const one of scoredPatches(data, name, subject, ruleset, scan)) {
    const { agent, published, rules, strict, applied } = one;
    // The publisher's own checks are golden and an empty patch.
    if (applied !== 'applied' || agent.endsWith('_agent')) continue;
    const total = (figures: ThreeWay | undefined): number => figures?.total ?? 0;
    const [mined, kept] = [total(rules), total(strict)];
    paid.push({ name, agent, published: total(published), mined, strict: kept });
  }
  return paid;
}

function report(paid: readonly Paid[]): void {
  say('');
  say('| instance | agent | published rules | mined rules | mined rules, strict |');
  say('|---|---|---:|---:|---:|');
  for (const { name, agent, published, mined, strict } of paid) {
    const figures = [published, mined, strict].map((figure) => figure.toFixed(3));
    say(`| ${[name, agent, ...figures].join(' | ')} |`);
  }
  const rho = (values: readonly number[]): string =>
    spearman(
      paid.map(({ published }) => published),
      values,
    )?.toFixed(3) ?? '-';
  say(`Spearman over ${paid.length} patches: ${rho(paid.map(({ mined }) => mined))}`);
  say(`strict: ${rho(paid.map(({ strict }) => strict))}`);
}

async function row(
  name: string,
  { context, ruleset }: Subject,
  suggestion: Suggestion,
  seconds: number,
  scan: TreeScanOptions,
): Promise<string> {
  const change = await readChange(context);
  const own = { additive: change.golden, reductive: change.base };
  const placed = async (rules: readonly Rule[], side: RulesetSide): Promise<PlacedRule[]> => {
    const scans = await context.scan(rules, scan);
    const { witnesses } = side === 'additive' ? scans.golden : scans.base;
    return rules.map(({ id }) => ({ id, places: witnesses.filter(({ rule }) => rule === id) }));
  };
  const together: Recall[] = [];
  const byOne: Recall[] = [];
  for (const side of SIDES) {
    const published = await placed(ruleset[side], side);
    const mined = await placed(
      ofSide(suggestion, side).map(({ rule }) => rule),
      side,
    );
    together.push(foundTogether(published, mined, changedLines(own[side])));
    byOne.push(foundByOne(published, mined));
  }
  if (options.list) for (const id of byOne.flatMap(({ missed }) => missed)) say(`  missed ${id}`);
  const { additive, reductive } = suggestion.coverage;
  const cells = [
    name,
    SIDES.map((side) => ruleset[side].length).join(' / '),
    SIDES.map((side) => ofSide(suggestion, side).length).join(' / '),
    seconds.toFixed(0),
    ((additive.covered + reductive.covered) / (additive.total + reductive.total)).toFixed(2),
    [...together.map((one) => share([one])), share(together)].join(' / '),
    [...byOne.map((one) => share([one])), share(byOne)].join(' / '),
  ];
  return `| ${cells.join(' | ')} |`;
}

function share(recalls: readonly Recall[]): string {
  const found = recalls.flatMap((recall) => recall.found).length;
  const missed = recalls.flatMap((recall) => recall.missed).length;
  return found + missed === 0 ? '-' : (found / (found + missed)).toFixed(2);
}

function ofSide({ rules }: Suggestion, wanted: RulesetSide): readonly SuggestedRule[] {
  return rules.filter(({ side }) => side === wanted);
}

function described({ document, matches, files }: SuggestedRule): string {
  return `  ${document.id} (${matches} in ${files} files): ${document.message}`;
}
