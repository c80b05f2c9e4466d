export { NO_INTEREST, interestOf, type MapInterest } from './repo-map/personalise.ts';
export { buildRepoMap, type RepoMap, type RepoMapOptions } from './repo-map/repo-map.ts';
export { treeOfCommit, treeOfFolder, type SourceTree } from './repo-map/source-tree.ts';
export { TagStore } from './repo-map/tag-store.ts';
