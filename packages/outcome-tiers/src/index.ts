export { buildIndex } from './index/build-index.ts';
export { sourceFilter } from './index/source-filter.ts';
