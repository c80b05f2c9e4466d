export { git, writeRepository, type Files } from './git-fixture.ts';
export { writeInstance, type InstanceFixture } from './instance-fixture.ts';
export { temporaryFolder, type TemporaryFolder } from './temporary-folder.ts';
