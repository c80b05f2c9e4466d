import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import {
  diffExcerpt,
  modelScorer,
  openMineFolder,
  rank,
  readCategories,
  readDefinition,
  readRanking,
  joinRankings,
  readScoringPrompts,
  readSignalWeights,
  requireMined,
  requireRanked,
  selectCandidates,
  signalScorer,
  writeCandidates,
  type Definition,
  type Scorer,
} from '@refbench/mining';
import { readLanguages, readLicences } from '@refbench/code-facts';
import { openHistory, parsePatch } from '@refbench/repos';
import { addHostModelOptions, hostModelOf, type HostModelOptions } from '../options/host-model.ts';
import {
  addGitOptions,
  addMineOptions,
  definitionFilesOf,
  gitPlacesOf,
  interruptible,
  type GitPlaces,
  type MineOptions,
} from '../options/mine-options.ts';
import { positive } from '../options/number-options.ts';
import { terminalText, textTable } from '../terminal/terminal-text.ts';
import { collectList } from '../options/workspace-options.ts';

interface RankOptions extends MineOptions, HostModelOptions {
  readonly scorer: 'signals' | 'model';
  readonly weights?: string;
  readonly prompts?: string;
  readonly jobs: number;
}

interface SelectOptions extends MineOptions {
  readonly join: readonly string[];
  readonly count: number;
  readonly perRepository: number;
  readonly quota: Readonly<Record<string, number>>;
  readonly licences?: readonly string[];
}

export function addMineRankCommands(mine: Command, setExitCode: (code: number) => void): void {
  const rankCommand = mine
    .command('rank')
    .description('measure and score the admitted commits, and write ranking.jsonl')
    .addOption(
      new Option(
        '--scorer <scorer>',
        'signals: keywords and figures of the diff; model: as in the paper',
      )
        .choices(['signals', 'model'])
        .default('signals'),
    )
    .option('--weights <file>', 'custom weights of the signals')
    .option('--prompts <dir>', 'custom message-score.md and diff-score.md')
    .option(
      '--jobs <count>',
      'number of diffs read concurrently',
      positive,
      availableParallelism(),
    );
  addHostModelOptions(addGitOptions(addMineOptions(rankCommand))).action(
    async (options: RankOptions) =>
      setExitCode(
        await interruptible(({ drain, stop }) =>
          rankFolder(options, AbortSignal.any([drain, stop])),
        ),
      ),
  );

  const selectCommand = mine
    .command('select')
    .description(
      'select the best commits by caps, quotas and licences; write candidates.jsonl and manifest.json',
    )
    .option(
      '--join <dirs>',
      'also select from these ranked folders (repeatable, or a,b); the result is in --folder',
      collectList,
      [],
    )
    .option('--count <number>', 'number of candidates to select', positive, 100)
    .option('--per-repository <number>', 'maximum per repository', positive, 2)
    .option('--quota <language=number>', 'maximum per language (repeatable)', collectQuota, {})
    .option('--licences <ids>', 'SPDX ids to accept (default: every open licence)', collectList);
  addGitOptions(addMineOptions(selectCommand)).action(async (options: SelectOptions) =>
    select(options),
  );
}

async function rankFolder(options: RankOptions, signal: AbortSignal): Promise<number> {
  const definition = await readDefinition(definitionFilesOf(options));
  const languages = await readLanguages();
  const places = gitPlacesOf(options);
  requireMined(resolve(options.folder));
  await using folder = await openMineFolder(resolve(options.folder), definition);
  const result = await rank({
    folder: folder.path,
    definition,
    languages,
    ...places,
    jobs: options.jobs,
    scorer: await scorerOf(options, definition, folder.path, places, signal),
    signal,
    onCommit: (done, all) => {
      if (done % 50 === 0 || done === all) process.stderr.write(`measured ${done} of ${all}\n`);
    },
  });
  if (options.json) {
    for (const entry of result.ranked) process.stdout.write(`${JSON.stringify(entry)}\n`);
  } else {
    const rows = result.ranked.map(({ rank: place, commit, score }) => [
      String(place),
      score.score.toFixed(3),
      `${commit.repository}@${commit.golden?.slice(0, 8) ?? ''}`,
      terminalText(commit.title ?? '').slice(0, 70),
    ]);
    process.stdout.write(`${textTable([['place', 'score', 'commit', 'title'], ...rows])}\n`);
  }
  const { first, measured, second, third } = result.funnel;
  process.stderr.write(
    `${first} admitted, ${measured} measured, ${second} in the band, ${third} ranked\n`,
  );
  if (result.incomplete > 0) {
    process.stderr.write(`${result.incomplete} are incomplete; run refbench mine hydrate\n`);
  }
  const unanswered = result.rejected.filter(({ why }) => why.code === 'no-answer').length;
  if (unanswered === 0) return EXIT_CODES.ok;
  process.stderr.write(
    `${unanswered} have no score, because no answer fitted; run the same command to ask again\n`,
  );
  return EXIT_CODES['infra-incomplete'];
}

async function scorerOf(
  options: RankOptions,
  definition: Definition,
  folder: string,
  places: GitPlaces,
  signal: AbortSignal,
): Promise<Scorer> {
  if (options.scorer === 'signals') {
    const { weights } = options;
    return signalScorer(
      await readSignalWeights(weights === undefined ? undefined : resolve(weights)),
    );
  }
  const { client, budgetUsd } = await hostModelOf(options);
  const { prompts } = options;
  return modelScorer({
    client,
    budgetUsd,
    definition,
    folder,
    signal,
    prompts: await readScoringPrompts(prompts === undefined ? undefined : resolve(prompts)),
    async diffOf({ measured: { repository, base, golden } }) {
      const [owner = '', name = ''] = repository.split('/');
      const url = places.url?.replaceAll('{owner}', owner).replaceAll('{name}', name);
      await using history = await openHistory({ ...places, name: repository, url, golden, signal });
      const diff = history.kind === 'history' ? await history.renameDiff(base, golden) : undefined;
      const patch = diff instanceof Buffer ? parsePatch(diff) : undefined;
      if (patch?.kind === 'parsed') return diffExcerpt(patch);
      throw new RefbenchError({
        kind: 'repository',
        message: `the diff of ${repository}@${golden} can no longer be read`,
        hint: 'use the --mirror or --url that it was measured with',
      });
    },
  });
}

async function select(options: SelectOptions): Promise<void> {
  const { count, perRepository, quota: quotas, licences } = options;
  const definition = await readDefinition(definitionFilesOf(options));
  requireRanked(resolve(options.folder));
  await using folder = await openMineFolder(resolve(options.folder), definition);
  const places = gitPlacesOf(options);
  const texts = await readLicences();
  const rules = { count, perRepository, quotas, ...(licences === undefined ? {} : { licences }) };
  const selection = await selectCandidates(await joinedRanking(folder.path, options), rules, {
    languages: await readLanguages(),
    categoryOf: await readCategories(),
    async licenceOf(repository, golden) {
      const [owner = '', name = ''] = repository.split('/');
      const url = places.url?.replaceAll('{owner}', owner).replaceAll('{name}', name);
      await using history = await openHistory({ ...places, name: repository, url, golden });
      if (history.kind === 'absent') return { id: 'unknown', open: false };
      return await texts.ofTree(history.repository, golden);
    },
  });
  await writeCandidates(folder.path, selection, rules, definition);
  const { candidates, rejected } = selection;
  if (options.json) {
    for (const candidate of candidates) process.stdout.write(`${JSON.stringify(candidate)}\n`);
  } else {
    const head = ['number', 'candidate', 'score', 'language', 'licence', 'title'];
    const rows = candidates.map(({ rank: number, id, score, language, licence, title }) => {
      const shown = terminalText(title).slice(0, 70);
      return [String(number), id, score.score.toFixed(3), language, licence, shown];
    });
    process.stdout.write(`${textTable([head, ...rows])}\n`);
  }
  process.stderr.write(
    `${candidates.length} candidates, ${rejected.length} passed over; add one with refbench instance add --candidate\n`,
  );
}

/** The rankings of all folders, which must have been mined by the same criteria. */
async function joinedRanking(
  own: string,
  { join: others, ...options }: SelectOptions,
): ReturnType<typeof readRanking> {
  const rankings = [await readRanking(own)];
  const definition = await readDefinition(definitionFilesOf(options));
  for (const other of others.map((dir) => resolve(dir)).filter((dir) => dir !== own)) {
    requireRanked(other);
    await using opened = await openMineFolder(other, definition);
    rankings.push(await readRanking(opened.path));
  }
  return joinRankings(rankings);
}

function collectQuota(
  value: string,
  previous: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const [language = '', most = ''] = value.split('=');
  if (!/^[a-z]+$/.test(language) || !/^\d+$/.test(most)) {
    throw new InvalidArgumentError('use the form language=number, e.g. go=20');
  }
  return { ...previous, [language]: Number(most) };
}
