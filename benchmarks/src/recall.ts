/**
 * Reports the ranks of the published refactorings when whole histories are mined and ranked without
 * a model, compared with other orders of the same commits. Prints the tables of
 * packages/mining/recall.md as Markdown.
 */
import { join, resolve } from 'node:path';
import {
  gitShards,
  mineShards,
  openMineFolder,
  rank,
  readDefinition,
  readSignalWeights,
  signalScorer,
  type RankedCommit,
  type Definition,
} from '@refbench/mining';
import { readLanguages } from '@refbench/code-facts';
import { findMirrors } from './mirrors.ts';
import { publishedFile } from './published-file.ts';
import { IN_VIEW } from './recall/in-view.ts';
import { readKnown, type Known } from './recall/known.ts';
import { leaveOneOut } from './recall/leave-one-out.ts';
import { repositoryTable } from './recall/repository-table.ts';
import { recallTable, type Places } from './recall/tables.ts';

const root = resolve(import.meta.dirname, '../..');
const stateDir = process.env['REFBENCH_STATE_DIR'] ?? resolve(root, '.refbench');
const folder = join(stateDir, 'bench', 'recall');
const file = process.argv[2] ?? publishedFile('candidates.csv');

const published = await readKnown(file);
if (published === undefined) {
  process.stdout.write(`skipped: the published list is not at ${file}; specify its path\n`);
} else {
  const names = [...new Set(published.map(({ repository }) => repository))].toSorted();
  const mirrors = findMirrors(names);
  if (mirrors !== undefined) {
    const isSeen = (name: string): boolean => IN_VIEW.has(name);
    const seen = mirrors.repositories.filter(isSeen);
    const heldOut = mirrors.repositories.filter((name) => !isSeen(name));
    await report('Held out', join(folder, 'held-out'), mirrors.mirror, heldOut, published);
    await report('In view', join(folder, 'in-view'), mirrors.mirror, seen, published);
  }
}

async function report(
  title: string,
  mined: string,
  mirror: string,
  repositories: readonly string[],
  list: readonly Known[],
): Promise<void> {
  if (repositories.length === 0) return;
  const known = list.filter(({ repository }) => repositories.includes(repository));
  const definition = await readDefinition();
  await using _held = await openMineFolder(mined, definition);
  const places = { mirror, cacheDir: join(stateDir, 'repositories') };
  const shards = await gitShards({ definition, repositories, ...places });
  await mineShards({ folder: mined, shards, jobs: 2 });
  let commits: readonly RankedCommit[] = [];
  const weights = await readSignalWeights();
  const signals = signalScorer(weights);
  const result = await rank({
    folder: mined,
    definition: withoutCut(definition),
    languages: await readLanguages(),
    ...places,
    async scorer(all) {
      commits = all;
      return signals(all);
    },
  });
  const leftOut = await leaveOneOut(commits, known, weights);
  const rows: readonly (readonly [string, Places])[] = [
    ['signals', placesIn(result.ranked.map(({ measured }) => measured.golden))],
    [`signals, the message's share chosen without the repository`, leftOut],
    ['keywords: strong, then weak', placesIn(byKeywords(commits))],
    ['gzip ratio', placesIn(commits.map(({ measured }) => measured.golden))],
  ];
  const tables = [
    `## ${title}: ${repositories.length} repositories`,
    recallTable(known, commits.length, rows),
    await repositoryTable(mined, repositories, known, result),
  ];
  process.stdout.write(`${tables.join('\n\n')}\n`);
}

/** Disables the final cut, because the whole order is evaluated. */
function withoutCut(definition: Definition): Definition {
  const { thresholds } = definition;
  return {
    ...definition,
    thresholds: { ...thresholds, third: { ...thresholds.third, keep: 1e6 } },
  };
}

function placesIn(goldens: readonly string[]): Places {
  return new Map(goldens.map((golden, at) => [golden, at + 1]));
}

/** The order of the paper's first stage, with ties sorted by gzip ratio. */
function byKeywords(commits: readonly RankedCommit[]): readonly string[] {
  const key = ({ finding: { keywords } }: RankedCommit): number =>
    1_000 * keywords.strong + keywords.weak;
  return commits.toSorted((a, b) => key(b) - key(a)).map(({ measured }) => measured.golden);
}
