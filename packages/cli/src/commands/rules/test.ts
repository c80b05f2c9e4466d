import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import {
  allSound,
  ruleOutcomes,
  tryTricks,
  type RuleOutcomes,
  type TrickResult,
} from '@refbench/rulesets';
import { loadRuleset, strictReferenceOf } from '@refbench/rule-engine';
import type { CatalogEntry } from '@refbench/instances';
import { PartialResults } from '../../actions/partial-results.ts';
import { chosenEntries, openEntry } from '../../options/rule-target.ts';
import { addSelectionOptions, type SelectionOptions } from '../../options/selection-options.ts';
import { textTable } from '../../terminal/terminal-text.ts';
import { addWorkspaceOptions, type WorkspaceOptions } from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions, SelectionOptions {
  readonly json: boolean;
}

export function addRulesTestCommand(rules: Command, setExitCode: (code: number) => void): void {
  const command = rules
    .command('test <instance...>')
    .description('test rules on base and golden, and score patches that do not refactor')
    .option('--json', 'print one JSON object per instance on standard output', false);
  addWorkspaceOptions(addSelectionOptions(command)).action(
    async (names: readonly string[], options: Options) => {
      const partial = new PartialResults();
      for (const entry of await chosenEntries(names, options)) {
        const isSound = await partial.attempt(entry.instance.id, () => testEntry(entry, options));
        if (isSound === false) setExitCode(EXIT_CODES['invalid-file']);
      }
      for (const line of partial.lines()) process.stderr.write(`${line}\n`);
      if (partial.missing.length > 0) setExitCode(partial.exitCode);
    },
  );
}

/** Tests the rules of one instance and prints the result. Returns whether all of them are sound. */
async function testEntry(entry: CatalogEntry, options: Options): Promise<boolean> {
  await using target = await openEntry(entry, options);
  const { context, rulesDir, scanOptions } = target;
  const ruleset = await loadRuleset(rulesDir);
  const all = [...ruleset.additive, ...ruleset.reductive];
  const scans = await context.scan(all, scanOptions);
  const outcomes = ruleOutcomes(all, scans);
  const reference = await strictReferenceOf(context, ruleset, scans, scanOptions);
  const tricks = await tryTricks(context, reference, scanOptions);
  const text = options.json
    ? JSON.stringify({
        instance: target.name,
        rules: outcomes,
        tricks: tricks.map(({ treeish: _treeish, breaksWith: _others, ...trick }) => trick),
      })
    : describe(target.name, outcomes, tricks);
  process.stdout.write(`${text}\n`);
  return allSound(outcomes);
}

function describe(
  name: string,
  outcomes: readonly RuleOutcomes[],
  tricks: readonly TrickResult[],
): string {
  const satisfiedBy = (rule: string): string =>
    tricks
      .filter(({ satisfied }) => satisfied.some((one) => one.rule === rule))
      .map(({ trick }) => trick)
      .join(' ');
  const rules = outcomes.map(({ rule, side, base, golden }) => [
    rule,
    side,
    base ?? 'not counted',
    golden ?? 'not counted',
    satisfiedBy(rule),
  ]);
  const scores = tricks.map(({ trick, description, ifr, ifrStrict, broken }) => [
    trick,
    ...[ifr, ifrStrict].flatMap(({ additive, reductive, total }) =>
      [additive, reductive, total].map((share) => share?.toFixed(2) ?? '-'),
    ),
    String(broken),
    description,
  ]);
  return [
    name,
    textTable([['rule', 'side', 'base', 'golden', 'satisfied by'], ...rules]),
    '',
    textTable([
      ['patch', 'IFR+', 'IFR-', 'IFR', 'strict+', 'strict-', 'strict', 'broken', ''],
      ...scores,
    ]),
    '',
  ].join('\n');
}
