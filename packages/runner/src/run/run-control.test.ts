import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder, type TemporaryFolder } from '@refbench/test-helpers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readControl, watchControl, writeControl } from './run-control.ts';

let folder: TemporaryFolder;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

test('a run is paused and goes on', async () => {
  const said: string[] = [];
  using control = await watchControl(folder.path, (line) => said.push(line));
  await control.untilResumed();
  await writeControl(folder.path, 'pause');
  await expect.poll(() => control.isPaused()).toBe(true);
  const resumed = control.untilResumed();
  await writeControl(folder.path, 'resume');
  await resumed;
  expect(control.isPaused()).toBe(false);
  expect(control.drain.aborted).toBe(false);
  expect(said).toEqual([
    'Paused: running attempts are finished, and none starts until refbench ctl resume.',
    'The run goes on.',
  ]);
});

test.each([
  ['drain', false],
  ['stop', true],
] as const)('%s ends a paused run', async (command, isStopped) => {
  await writeControl(folder.path, 'pause');
  using control = await watchControl(folder.path, () => undefined);
  expect(control.isPaused()).toBe(true);
  const resumed = control.untilResumed();
  await writeControl(folder.path, command);
  await resumed;
  expect(control.drain.aborted).toBe(true);
  expect(control.stop.aborted).toBe(isStopped);
});

test('a command that is started again is not stopped by what ended the one before', async () => {
  await writeControl(folder.path, 'stop');
  using control = await watchControl(folder.path, () => undefined);
  expect(control.isPaused()).toBe(false);
  expect(control.stop.aborted).toBe(false);
  await control.untilResumed();
});

test('each request for another try is seen once', async () => {
  await writeControl(folder.path, 'retry');
  using control = await watchControl(folder.path, () => undefined);
  expect(control.takeRetry()).toBe(false);
  await writeControl(folder.path, 'retry');
  await expect.poll(() => control.takeRetry()).toBe(true);
  expect(control.takeRetry()).toBe(false);
});

test('a damaged file is no request', async () => {
  await writeFile(join(folder.path, 'control.json'), '{"wanted":"stop"');
  expect(await readControl(folder.path)).toMatchObject({ wanted: 'run', retries: 0 });
});
