import type { Command } from 'commander';
import { loadRuleset } from '@refbench/rule-engine';
import {
  DEFAULT_LIMIT,
  measureQuality,
  restrictiveRules,
  type CoveredCount,
  type RulesetQuality,
} from '@refbench/rule-mining';
import { natural } from '../../options/number-options.ts';
import { chosenEntries, openEntry } from '../../options/rule-target.ts';
import { addSelectionOptions, type SelectionOptions } from '../../options/selection-options.ts';
import { textTable } from '../../terminal/terminal-text.ts';
import { twoStageSignals } from '../../terminal/two-stage-signals.ts';
import { addWorkspaceOptions, type WorkspaceOptions } from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions, SelectionOptions {
  readonly splits: number;
  readonly json: boolean;
}

export function addRulesQualityCommand(rules: Command): void {
  const command = rules
    .command('quality <ruleset...>')
    .description('measure rulesets, named by instance or folder, side by side')
    .option('--splits <n>', 'splits for generalisation; 0 leaves it out', natural, 3)
    .option('--json', 'one object a ruleset on standard output', false);
  addWorkspaceOptions(addSelectionOptions(command)).action(
    async (names: readonly string[], options: Options) => {
      const say = (message: string): void => void process.stderr.write(`${message}\n`);
      using signals = twoStageSignals(say);
      const measured: { readonly folder: string; readonly quality: RulesetQuality }[] = [];
      for (const entry of await chosenEntries(names, options)) {
        await using target = await openEntry(entry, options);
        const { context, rulesDir, scanOptions } = target;
        const quality = await measureQuality(context, await loadRuleset(rulesDir), {
          scan: { ...scanOptions, signal: signals.drain },
          seed: options.seed ?? '0',
          splits: options.splits,
          limit: DEFAULT_LIMIT,
          restrictive: await restrictiveRules(rulesDir),
        });
        measured.push({ folder: rulesDir, quality });
        const line = { instance: target.name, folder: rulesDir, ...quality };
        if (options.json) process.stdout.write(`${JSON.stringify(line)}\n`);
        else say(`${rulesDir}: measured`);
      }
      if (!options.json) process.stdout.write(`${tableOf(measured)}\n`);
    },
  );
}

/** One column a ruleset. */
function tableOf(
  measured: readonly { readonly folder: string; readonly quality: RulesetQuality }[],
): string {
  const columns = measured.map(({ quality }) => rowsOf(quality));
  const [first] = columns;
  return textTable([
    ['', ...measured.map(({ folder }) => folder.split('/').slice(-2).join('/'))],
    ...(first ?? []).map(([name], index) => [
      name,
      ...columns.map((rows) => rows[index]?.[1] ?? '-'),
    ]),
  ]);
}

function rowsOf(quality: RulesetQuality): readonly (readonly [name: string, value: string])[] {
  const { rules, coverage, support, tricks, partial, narrowness } = quality;
  const worst = (of: (trick: RulesetQuality['tricks'][number]) => number | null): string =>
    figure(Math.max(0, ...tricks.map((trick) => of(trick) ?? 0)));
  return [
    ['additive rules', String(rules.additive)],
    ['reductive rules', String(rules.reductive)],
    ['coverage', share(coverage.total)],
    ['coverage of added lines', share(coverage.additive)],
    ['coverage of removed lines', share(coverage.reductive)],
    ['matches of a rule, median', figure(support.matches, 1)],
    ['files of a rule, median', figure(support.files, 1)],
    ['restrictive share', figure(quality.restrictive)],
    ['best trick, IFR', worst(({ ifr }) => ifr.total)],
    ['best trick, additive IFR', worst(({ ifr }) => ifr.additive)],
    ['best trick, strict IFR', worst(({ ifrStrict }) => ifrStrict.total)],
    ...partial.map(
      ({ share: part, ifr }) => [`IFR of ${part * 100} % of the files`, figure(ifr.total)] as const,
    ),
    ['generalisation of the miner, precision', figure(quality.generalisation?.precision ?? null)],
    ['generalisation of the miner, recall', figure(quality.generalisation?.recall ?? null)],
    ...narrowness.map(({ rewrite, loss }) => [`IFR lost if ${rewrite}`, figure(loss)] as const),
  ];
}

function share({ covered, total }: CoveredCount): string {
  return total === 0 ? '-' : figure(covered / total);
}

function figure(value: number | null, digits = 3): string {
  return value?.toFixed(digits) ?? '-';
}
