/**
 * Finds large refactoring commits: sources, filters, metrics, scores and selection.
 *
 * @module @refbench/mining
 */

export { ARCHIVE_URL, folderShards, urlShards } from './archive/archive-source.ts';
export { openHourPool } from './archive/hour-pool.ts';
export { hoursOf } from './archive/hours.ts';
export { estimateCost, queryShard } from './bigquery/bigquery-source.ts';
export { loadBigQuery } from './bigquery/client.ts';
export { rowsShard } from './bigquery/rows-source.ts';
export { activitySql, archiveSql } from './bigquery/sql.ts';
export { archiveTables } from './bigquery/tables.ts';
export { csvShard } from './csv/csv-source.ts';
export {
  readDefinition,
  type Definition,
  type DefinitionFiles,
} from './event-filter/definition.ts';
export { messageProse, splitMessage } from './event-filter/message.ts';
export { explainCommit } from './explain.ts';
export { funnelSchema, readFunnel } from './funnel.ts';
export { githubClient, type GithubClient } from './github/github-client.ts';
export { hydrate } from './github/hydrate.ts';
export { gitShards } from './history/git-source.ts';
export type { OwnCandidate, OwnRejection, OwnSearch } from './own/candidate.ts';
export { codeFilesOf } from './own/code-lines.ts';
export { declaredName } from './own/declarations.ts';
export { findMovedBlocks } from './own/moved-blocks.ts';
export { findOwnCandidates } from './own/find-own-candidates.ts';
export type { OwnSearchOptions } from './own/read-own-commits.ts';
export { rank, type RankOptions, type RankResult } from './rank/rank.ts';
export { rankedSchema, readRanking } from './rank/ranking-file.ts';
export { diffExcerpt } from './scoring/diff-excerpt.ts';
export { modelScorer } from './scoring/model-scorer.ts';
export type { RankedCommit, Scorer } from './scoring/scorer.ts';
export { readScoringPrompts } from './scoring/scoring-prompts.ts';
export { readSignalWeights } from './scoring/signal-score.ts';
export { signalScorer } from './scoring/signal-scorer.ts';
export { findCandidate, writeCandidates } from './select/candidate-file.ts';
export { candidateSchema, type Candidate } from './select/candidate.ts';
export { categoryNames, readCategories } from './select/category.ts';
export { joinRankings } from './select/join-rankings.ts';
export { selectCandidates } from './select/select.ts';
export type { Shard } from './sources/shard.ts';
export { readStarList } from './sources/star-list.ts';
export { openMineFolder, readShardRecords, shardRecordSchema } from './workspace/mine-folder.ts';
export { mineShards } from './workspace/mine-shards.ts';
export { requireMined, requireRanked } from './workspace/required.ts';
