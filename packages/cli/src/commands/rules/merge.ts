import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { EXIT_CODES, instanceIdSchema, RefbenchError } from '@refbench/contracts';
import {
  keptRules,
  mergeRulesets,
  writeMerged,
  type MergedRule,
  type MergedRuleset,
} from '@refbench/rulesets';
import { PathOption } from '../../command-line/path-option.ts';
import { addTargetOptions, openTarget, type TargetOptions } from '../../options/rule-target.ts';
import { terminalText, textTable } from '../../terminal/terminal-text.ts';

interface Options extends TargetOptions {
  readonly into: string;
  readonly instance?: string;
  readonly rename: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export function addRulesMergeCommand(rules: Command, setExitCode: (code: number) => void): void {
  const command = rules
    .command('merge <dirs...>')
    .description('join rulesets of one instance, without duplicates and rules that do not hold')
    .addOption(
      new PathOption(
        '--into <dir>',
        'folder for the merged ruleset; it must not contain rules yet',
        'write-folder',
      ).makeOptionMandatory(),
    )
    .option('--instance <id>', 'the instance, if no folder is named after it')
    .option('--rename', 'keep different rules with the same id, with a number after the id', false)
    .option('--dry-run', 'only check the rules', false)
    .option('--json', 'print one JSON object on standard output', false);
  addTargetOptions(command).action(async (dirs: readonly string[], options: Options) => {
    const folders = dirs.map((dir) => resolve(dir));
    const into = resolve(options.into);
    const hasTrees = options.base !== undefined || options.golden !== undefined;
    const name = hasTrees ? into : (options.instance ?? instanceOf([...folders, into]));
    await using target = await openTarget(name, options);
    const merged = await mergeRulesets({
      context: target.context,
      folders,
      rename: options.rename,
      scan: target.scanOptions,
    });
    if (!options.dryRun) await writeMerged(merged, into);
    const text = options.json ? JSON.stringify(jsonOf(into, merged)) : describe(merged);
    process.stdout.write(`${text}\n`);
    const kept = keptRules(merged.rules).length;
    process.stderr.write(
      options.dryRun ? `${kept} rules would be written\n` : `${kept} rules written to ${into}\n`,
    );
    const breaks = merged.rules.some(({ outcome }) => outcome.kind === 'breaks-contract');
    if (breaks) setExitCode(EXIT_CODES['invalid-file']);
  });
}

/** Rulesets are named after their instance, so the folders tell which one it is. */
function instanceOf(folders: readonly string[]): string {
  const ids = new Set(
    folders
      .map((folder) => basename(folder))
      .filter((name) => instanceIdSchema.safeParse(name).success),
  );
  const [only, other] = ids;
  if (only !== undefined && other === undefined) return only;
  throw new RefbenchError({
    kind: 'usage',
    message:
      only === undefined
        ? 'no folder is named after an instance'
        : `the folders are named after several instances: ${[...ids].join(', ')}`,
    hint: 'name the instance with --instance, or its trees with --base and --golden',
  });
}

function jsonOf(into: string, { rules, digest }: MergedRuleset): object {
  return {
    folder: into,
    digest,
    rules: rules.map(({ folder, rule: { id, side }, outcome }) => ({
      id,
      side,
      folder,
      outcome,
    })),
  };
}

function describe({ rules, digest }: MergedRuleset): string {
  return [
    textTable([
      ['rule', 'side', 'ruleset', 'outcome', ''],
      ...rules.map((merged) => [
        merged.rule.id,
        merged.rule.side,
        terminalText(basename(merged.folder)),
        merged.outcome.kind,
        reasonOf(merged),
      ]),
    ]),
    `digest ${digest}`,
  ].join('\n');
}

function reasonOf({ outcome }: MergedRule): string {
  switch (outcome.kind) {
    case 'kept':
      return '';
    case 'renamed':
      return `it was "${outcome.from}", which another rule is called too`;
    case 'same-rule':
      return `it is the same as "${outcome.as}"`;
    case 'overlap':
      return `it covers the lines of "${outcome.with}" (Jaccard ${outcome.jaccard.toFixed(3)})`;
    case 'breaks-contract':
      return outcome.sentence;
  }
}
