import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import { fullCommitId, openRepository } from '@refbench/repos';
import { provenanceEntries, recordProvenance } from '@refbench/rulesets';
import { repositoryContext, type RepositoryContext } from '@refbench/rule-engine';
import {
  assertEmpty,
  DEFAULT_LIMIT,
  suggestRules,
  writeSuggestion,
  type CoveredCount,
  type Suggestion,
} from '@refbench/rule-mining';
import { readTaskText } from '@refbench/tasks';
import { PathOption } from '../../command-line/path-option.ts';
import { positive } from '../../options/number-options.ts';
import { chosenEntries, openEntry } from '../../options/rule-target.ts';
import { terminalText, textTable } from '../../terminal/terminal-text.ts';
import { twoStageSignals } from '../../terminal/two-stage-signals.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly repo?: string;
  readonly base?: string;
  readonly golden?: string;
  readonly to?: string;
  readonly limit: number;
  readonly json: boolean;
}

/** What is mined, and where the ruleset is written. */
interface Subject {
  readonly name: string;
  readonly folder: string;
  /** The text of the task, if there is one. */
  readonly task: string | undefined;
  readonly context: RepositoryContext;
}

export function addRulesSuggestCommand(rules: Command): void {
  const command = rules
    .command('suggest [instance]')
    .description('mine a ruleset from base and golden, without a model')
    .option('--repo <name>', 'mine a commit of owner/name in the mirror instead of an instance')
    .option('--base <commit>', 'the parent of --golden (default: its first parent)')
    .option(
      '--golden <commit>',
      'the refactoring commit of --repo; its first seven digits are enough',
    )
    .addOption(
      new PathOption(
        '--to <dir>',
        'folder of the ruleset (default: that of the instance)',
        'write-folder',
      ),
    )
    .option('--limit <n>', 'at most so many rules of each side', positive, DEFAULT_LIMIT)
    .option('--json', 'one object on standard output', false);
  addWorkspaceOptions(command).action(async (instance: string | undefined, options: Options) => {
    const say = (message: string): void => void process.stderr.write(`${message}\n`);
    using signals = twoStageSignals(say);
    const { name, folder, task, context } = await openSubject(instance, options);
    await using opened = context;
    await assertEmpty(folder);
    const suggestion = await suggestRules(opened, {
      limit: options.limit,
      task,
      // Rules are checked several times; matches in unchanged files stay the same.
      scan: { signal: signals.drain, cacheDir: join(workspaceOf(options).stateDir, 'matches') },
      onProgress: (text) => say(`${name}: ${text}`),
    });
    await writeSuggestion(suggestion, folder);
    const mined = suggestion.rules.map(({ rule }) => rule);
    const origin = { by: { kind: 'miner' }, how: 'suggest' } as const;
    await recordProvenance(folder, provenanceEntries(mined, origin));
    const text = options.json
      ? JSON.stringify(jsonOf(name, folder, suggestion))
      : describe(name, suggestion);
    process.stdout.write(`${text}\n`);
    say(`${suggestion.rules.length} rules written to ${folder}`);
  });
}

async function openSubject(instance: string | undefined, options: Options): Promise<Subject> {
  const { repo, base, golden: given, to } = options;
  if (instance !== undefined && repo === undefined) {
    const [entry, ...others] = await chosenEntries([instance], options);
    if (entry === undefined || others.length > 0) {
      throw usage(`"${instance}" is not one instance`, 'give the id of one instance');
    }
    const target = await openEntry(entry, options);
    const task = await readTaskText(entry.dir, 'instructed');
    const folder = resolve(to ?? target.rulesDir);
    return { name: target.name, folder, task, context: target.context };
  }
  if (instance !== undefined || repo === undefined || given === undefined || to === undefined) {
    throw usage(
      'the command names neither an instance nor a commit',
      'give the id of an instance, or --repo, --golden and --to',
    );
  }
  const { mirror, stateDir } = workspaceOf(options);
  const source = {
    repository: { name: repo },
    mirror,
    cacheDir: join(stateDir, 'repositories'),
  };
  const golden = await fullCommitId({ ...source, commit: given });
  const repository = await openRepository({
    ...source,
    instanceDir: process.cwd(),
    base: base === undefined ? undefined : await fullCommitId({ ...source, commit: base }),
    golden,
  });
  const { parents } = await repository.readCommit(golden);
  const [parent] = parents;
  const before = base ?? parent;
  if (before === undefined) {
    await repository[Symbol.asyncDispose]();
    throw usage(`${golden} has no parent`, 'give a commit that changes another one');
  }
  const context = await repositoryContext(repository, { base: before, golden });
  return { name: `${repo}@${golden.slice(0, 8)}`, folder: resolve(to), task: undefined, context };
}

function usage(message: string, hint: string): RefbenchError {
  return new RefbenchError({ kind: 'usage', message, hint });
}

function jsonOf(instance: string, folder: string, suggestion: Suggestion): object {
  return {
    instance,
    folder,
    coverage: suggestion.coverage,
    obstacles: suggestion.obstacles,
    rules: suggestion.rules.map(({ document, side, matches, files }) => ({
      id: document.id,
      side,
      message: document.message,
      matches,
      files,
      restrictive: document.metadata['restrictive'] === true,
    })),
  };
}

function describe(name: string, { rules, coverage, obstacles }: Suggestion): string {
  const share = ({ covered, total }: CoveredCount): string =>
    total === 0 ? 'no lines' : `${covered} of ${total} lines (${(covered / total).toFixed(2)})`;
  return [
    textTable([
      ['rule', 'side', 'matches', 'files', ''],
      ...rules.map(({ document: { id, message }, side, matches, files }) => [
        id,
        side,
        String(matches),
        String(files),
        message,
      ]),
    ]),
    `${name}: covers ${share(coverage.additive)} that golden adds and ${share(coverage.reductive)} that it removes`,
    ...obstacles.map((sentence) => `  ${terminalText(sentence)}`),
  ].join('\n');
}
