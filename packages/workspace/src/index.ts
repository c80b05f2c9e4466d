/**
 * Where things are: folders of a command, files of an attempt, paths in containers.
 *
 * @module @refbench/workspace
 */

export { attemptNumbers, readAttempt, writeAttempt, type StoredAttempt } from './attempt-files.ts';
export {
  CHECKER_SOCKET,
  FORWARDER,
  PACKAGES_SOCKET,
  PACKAGE_FILES,
  GATEWAY_SOCKET,
  GATEWAY_URL,
  GIVEN,
  HARNESS,
  HOME,
  PATCH,
  SCRIPTS,
  TASK,
  TESTBED,
  VERDICT,
  WRITABLE,
} from './container-paths.ts';
export { namedFiles } from './named-files.ts';
export {
  findChoice,
  findPlans,
  phaseFolder,
  planFileName,
  readPlans,
  writePhase,
  writePhasePrompt,
  type AttemptFolder,
  type StoredPlans,
} from './phase-files.ts';
export { phaseText } from './phase-text.ts';
export { PLAN_COUNT, PLAN_OUTPUT, planPaths } from './plan-paths.ts';
export {
  notify,
  type AttemptPhase,
  type InstancePhase,
  type ProgressEvent,
  type ProgressListener,
} from './progress.ts';
export { attemptLabel, repeatField } from './repeats.ts';
export { scratchFolder, sweepScratch, type ScratchFolder } from './scratch-folder.ts';
export { withInfraRetries } from './with-infra-retries.ts';
export { runFolder, type Workspace } from './workspace.ts';
