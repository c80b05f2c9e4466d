import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import {
  authorText,
  findOverlaps,
  originOf,
  readProvenance,
  type Overlap,
  type Provenance,
} from '@refbench/rulesets';
import {
  checkContract,
  loadRuleset,
  scanCounts,
  type ContractReport,
  type Rule,
} from '@refbench/rule-engine';
import { addTargetOptions, openTargets, type TargetOptions } from '../../options/rule-target.ts';
import { addSelectionOptions, type SelectionOptions } from '../../options/selection-options.ts';
import { terminalText } from '../../terminal/terminal-text.ts';

interface Options extends TargetOptions, SelectionOptions {
  readonly json: boolean;
}

export function addRulesCheckCommand(rules: Command, setExitCode: (code: number) => void): void {
  const command = rules
    .command('check <target...>')
    .description('check that the rules of instances or folders hold on base and golden')
    .option('--json', 'print one JSON object per ruleset on standard output', false);
  addTargetOptions(addSelectionOptions(command)).action(
    async (names: readonly string[], options: Options) => {
      for await (const opened of openTargets(names, options)) {
        await using target = opened;
        const ruleset = await loadRuleset(target.rulesDir);
        const all = [...ruleset.additive, ...ruleset.reductive];
        const scans = await target.context.scan(all, target.scanOptions);
        const base = scanCounts(all, scans.base);
        const report = checkContract(all, base, scanCounts(all, scans.golden));
        const overlaps = findOverlaps(ruleset, scans);
        const holds = report.holds && overlaps.length === 0;
        if (!holds) setExitCode(EXIT_CODES['invalid-file']);
        const provenance = await readProvenance(target.rulesDir);
        const text = options.json
          ? JSON.stringify({
              instance: target.name,
              digest: ruleset.digest,
              ...report,
              holds,
              overlaps,
              provenance: all.flatMap((rule) => originOf(provenance, rule) ?? []),
            })
          : [
              describe(target.name, all.length, report, overlaps),
              ...originLines(all, provenance),
            ].join('\n');
        process.stdout.write(`${text}\n`);
      }
    },
  );
}

function describe(
  name: string,
  total: number,
  { violations }: ContractReport,
  overlaps: readonly Overlap[],
): string {
  const lines = [
    ...violations.map(({ sentence }) => sentence),
    ...overlaps.map(
      ({ side, rules, jaccard }) =>
        `${side} rules "${rules[0]}" and "${rules[1]}" cover the same lines (Jaccard ${jaccard.toFixed(3)})`,
    ),
  ];
  if (lines.length === 0) return `${name}  all ${total} rules hold`;
  return [`${name}  ${lines.length} violations`, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Counts the rules by origin. A ruleset without any known origin needs no line. */
function originLines(rules: readonly Rule[], provenance: Provenance): readonly string[] {
  if (provenance.rules.length === 0) return [];
  const counts = new Map<string, number>();
  for (const rule of rules) {
    const origin = originOf(provenance, rule);
    const text =
      origin === undefined
        ? 'of unknown origin'
        : `by ${terminalText(authorText(origin.by))} (${origin.how}, ${origin.at.slice(0, 10)}, ${origin.tool}, ${origin.engine.name} ${terminalText(origin.engine.version)})`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => `  ${count} ${text}`);
}
