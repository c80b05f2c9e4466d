import { resolve } from 'node:path';
import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { countOf } from '@refbench/base';
import { importCodetaste, type ImportedCodetaste, type RowOutcome } from '@refbench/datasets';
import { matchesPattern } from '@refbench/instances';
import { openEngines } from '@refbench/rule-engine';
import { PathOption } from '../command-line/path-option.ts';
import {
  addWorkspaceOptions,
  collectList,
  workspaceOf,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';
import { twoStageSignals } from '../terminal/two-stage-signals.ts';
import { terminalText } from '../terminal/terminal-text.ts';

interface Options extends WorkspaceOptions {
  readonly only?: readonly string[];
  readonly predictions: string;
  readonly json: boolean;
}

/** Adds `refbench import codetaste`. */
export function addImportCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('import')
    .description('import published instances of other benchmarks')
    .command('codetaste <folder>')
    .description(
      'import instances, texts, rules and test counts, and the patches and results of published agents',
    )
    .option(
      '--only <ids|globs>',
      'instances to import, e.g. koajs__* (repeatable, or a,b; default: all)',
      collectList,
    )
    .addOption(
      new PathOption(
        '--predictions <dir>',
        'folder for the patches and results of published agents',
        'write-folder',
      ).default('predictions'),
    )
    .option('--json', 'print one JSON object per instance on standard output', false);
  addWorkspaceOptions(command, { instances: 'write', rules: 'write', state: 'write' }).action(
    async (folder: string, options: Options) => {
      const say = (message: string): void => void process.stderr.write(`${message}\n`);
      using signals = twoStageSignals(say);
      const workspace = workspaceOf(options);
      const engines = openEngines({ stateDir: workspace.stateDir, program: workspace.opengrep });
      await engines.opengrep.prepare();
      const patterns = options.only ?? ['*'];
      const imported = await importCodetaste({
        folder: resolve(folder),
        workspace,
        engines,
        signal: signals.drain,
        isWanted: (id) => patterns.some((pattern) => matchesPattern(id, pattern)),
        predictionsDir: resolve(options.predictions),
        onOutcome: (outcome) => say(terminalText(sentenceOf(outcome))),
      });
      for (const outcome of imported.outcomes) {
        if (options.json) process.stdout.write(`${JSON.stringify(lineOf(outcome))}\n`);
        else if (outcome.kind === 'imported') process.stdout.write(`${outcome.id}\n`);
      }
      sayNext(imported, say);
      if (imported.outcomes.some(({ kind }) => kind === 'failed')) {
        setExitCode(EXIT_CODES['infra-incomplete']);
      }
    },
  );
}

function sentenceOf(outcome: RowOutcome): string {
  const { id } = outcome;
  switch (outcome.kind) {
    case 'imported': {
      const { rules, refused, noTests } = outcome;
      const without = refused === 0 ? '' : `; not valid here: ${refused} (refused.json)`;
      const tests = noTests === undefined ? '' : `; without tests: ${noTests}`;
      return `${id}: ${countOf(rules, 'rule')}${without}${tests}`;
    }
    case 'present':
      return `${id}: is there already and was not changed`;
    case 'failed':
      return `${id}: not imported: ${outcome.reason}`;
  }
}

function lineOf(outcome: RowOutcome): object {
  const { id, kind } = outcome;
  const imported = outcome.kind === 'imported' ? outcome : undefined;
  return {
    id,
    status: kind,
    rules: imported?.rules ?? null,
    refused_rules: imported?.refused ?? null,
    no_tests: imported?.noTests ?? null,
    reason: outcome.kind === 'failed' ? outcome.reason : null,
  };
}

function sayNext(
  { outcomes, predictions, results }: ImportedCodetaste,
  say: (message: string) => void,
): void {
  const countOfKind = (wanted: RowOutcome['kind']): number =>
    outcomes.filter(({ kind }) => kind === wanted).length;
  const failed = countOfKind('failed');
  const without = failed === 0 ? '' : `, ${failed} not`;
  say(`${countOf(countOfKind('imported'), 'instance')} imported${without}`);
  for (const { file, patches } of predictions) {
    say(`${countOf(patches, 'prediction')}: refbench grade --predictions ${terminalText(file)}`);
  }
  if (results !== undefined) {
    say(`${countOf(results.count, 'result')}: refbench stats ${terminalText(results.file)}`);
  }
}
