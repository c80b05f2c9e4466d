import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  buildRepoMap,
  interestOf,
  TagStore,
  treeOfCommit,
  treeOfFolder,
  type RepoMap,
  type SourceTree,
} from '@refbench/labeling';
import { openCommit, openTree } from '@refbench/repos';
import { positive } from '../../options/number-options.ts';
import { twoStageSignals } from '../../terminal/two-stage-signals.ts';
import {
  addWorkspaceOptions,
  collectList,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly tokens: number;
  readonly issue?: string;
  readonly file: readonly string[];
  readonly json: boolean;
}

export function addLabelMapCommand(label: Command): void {
  const map = label
    .command('map <tree>')
    .description('show the repository map that models get, of a folder or <repository>@<commit>')
    .option('--tokens <n>', 'maximum size of the map in estimated tokens', positive, 4_096)
    .option('--issue <file>', 'a text; the map prefers the names and files in it')
    .option(
      '--file <path>',
      'a file that the prompt contains in full (repeatable, or a,b)',
      collectList,
      [],
    )
    .option('--json', 'print one JSON object on standard output', false);
  addWorkspaceOptions(map).action(async (place: string, options: Options) => {
    using signals = twoStageSignals((text) => void process.stderr.write(`${text}\n`));
    const shown = await mapOf(place, options, signals.drain);
    process.stdout.write(options.json ? `${JSON.stringify(shown)}\n` : shown.text);
    process.stderr.write(
      `${shown.shown} of ${shown.known} entries, about ${shown.tokens} tokens\n`,
    );
  });
}

async function mapOf(place: string, options: Options, signal: AbortSignal): Promise<RepoMap> {
  const { mirror, stateDir } = workspaceOf(options);
  const opening = { mirror, cacheDir: join(stateDir, 'repositories') };
  const isFolder = (await stat(place).catch(() => undefined))?.isDirectory() === true;
  const issue = options.issue === undefined ? '' : await readFile(options.issue, 'utf8');
  const build = async (tree: SourceTree, name: string): Promise<RepoMap> => {
    const store = await TagStore.open(join(stateDir, 'labels', 'tags'), name);
    const paths = tree.files.map(({ path }) => path);
    const interest = interestOf(issue, paths, new Set(options.file));
    return buildRepoMap({ tree, store, interest, budgetTokens: options.tokens, signal });
  };
  if (isFolder) {
    await using folder = await openTree(place, opening);
    return await build(await treeOfFolder(folder), resolve(place));
  }
  const opened = await openCommit(place, opening);
  await using repository = opened.repository;
  const tree = await treeOfCommit(repository, opened.commit);
  return await build(tree, place.replace(/@[0-9a-f]+$/, ''));
}
