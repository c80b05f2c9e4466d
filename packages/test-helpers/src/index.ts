export { findChromium, openBrowser, visit } from './browser.ts';
export { EXAMPLE_INSTANCES, writeExampleRun } from './example-run.ts';
export { git, openCommits, writeRepository, type Files } from './git-fixture.ts';
export { startNpmRegistry, type NpmRegistry } from './npm-registry.ts';
export { opengrepDocument } from './opengrep-document.ts';
export { writeInstance, type InstanceFixture } from './instance-fixture.ts';
export { smallRefactoring, writeSmallInstance } from './small-instance.ts';
export { copyMeasurements, linkSharedCaches, testState } from './test-state.ts';
export {
  missingMirror,
  mirrorTemplate,
  NO_PUBLISHED_DATA,
  publishedData,
} from './published-data.ts';
export { noPrivateDaemon, privateDaemon, type PrivateDaemon } from './private-daemon.ts';
export { folderOf, temporaryFolder, type TemporaryFolder } from './temporary-folder.ts';
export type { Browser, Page } from 'playwright-core';
