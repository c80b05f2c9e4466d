import { Option, type Command } from 'commander';
import { EXIT_CODES, type RulesetSide } from '@refbench/contracts';
import { recordRegistered, registerRules, type CandidateVerdict } from '@refbench/rulesets';
import { addAuthorOption, authorOf, type AuthorOptions } from '../../options/rule-author.ts';
import { addTargetOptions, openTarget, type TargetOptions } from '../../options/rule-target.ts';
import { terminalText } from '../../terminal/terminal-text.ts';

interface Options extends TargetOptions, AuthorOptions {
  readonly side: RulesetSide;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export function addRulesRegisterCommand(rules: Command, setExitCode: (code: number) => void): void {
  const command = rules
    .command('register <target> <files...>')
    .description('add the rules that hold on base and golden, and explain why others are refused')
    .addOption(
      new Option('--side <side>', 'side of the rules')
        .choices(['additive', 'reductive'])
        .makeOptionMandatory(),
    )
    .option('--dry-run', 'only check the rules', false)
    .option('--json', 'print one JSON object per rule on standard output', false);
  addTargetOptions(addAuthorOption(command)).action(
    async (name: string, paths: readonly string[], options: Options) => {
      const { side, dryRun } = options;
      await using target = await openTarget(name, options);
      const { context, rulesDir, scanOptions } = target;
      const verdicts = await registerRules({
        context,
        rulesDir,
        paths,
        side,
        dryRun,
        scan: scanOptions,
      });
      if (!dryRun) await recordAccepted(rulesDir, verdicts, options);
      for (const verdict of verdicts) {
        process.stdout.write(`${options.json ? JSON.stringify(verdict) : describe(verdict)}\n`);
      }
      const refused = verdicts.filter(({ status }) => status === 'refused').length;
      process.stderr.write(`${verdicts.length - refused} accepted, ${refused} refused\n`);
      if (refused > 0) setExitCode(EXIT_CODES['invalid-file']);
    },
  );
}

async function recordAccepted(
  rulesDir: string,
  verdicts: readonly CandidateVerdict[],
  options: Options,
): Promise<void> {
  const accepted = verdicts.flatMap(({ id, status }) =>
    status === 'accepted' && id !== null ? [id] : [],
  );
  if (accepted.length === 0) return;
  await recordRegistered(rulesDir, accepted, { by: await authorOf(options), how: 'register' });
}

function describe({ id, place, status, counts, message, leak, nearest }: CandidateVerdict): string {
  const { base, golden } = counts;
  const head = `${status}  ${id ?? place}  base ${base ?? '-'} golden ${golden ?? '-'}: ${message}`;
  const lines: string[] = [];
  if (leak !== undefined) {
    lines.push(`for example on ${leak.state}, ${leak.file}:${leak.start.line}:`);
    lines.push(...leak.text.split('\n').map((line) => `| ${line}`));
  }
  if (nearest !== undefined && status === 'accepted') {
    lines.push(`nearest: "${nearest.rule}" (Jaccard ${nearest.jaccard.toFixed(3)})`);
  }
  return [terminalText(head), ...lines.map((line) => `  ${terminalText(line)}`)].join('\n');
}
