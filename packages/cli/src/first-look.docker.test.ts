import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { admissionRecordSchema, dryRunSchema, scoreSchema, type Score } from '@refbench/contracts';
import type { ProgressEvent } from '@refbench/workspace';
import { afterAll, expect, test } from 'vitest';
import { refbench, smallOptions, temporaryFolder } from './command.testkit.ts';

const TALLY = 'refbench__tally-6637120b';
const root = resolve(import.meta.dirname, '../../..');
const home = await temporaryFolder();
const at = (name: string): string => join(home.path, name);
afterAll(() => home[Symbol.asyncDispose]());

/** A state folder that knows neither baselines nor builds. Images are those of the engine. */
function freshState(name: string): readonly string[] {
  return ['--state-dir', at(name), '--runs-dir', at(`${name}-runs`)];
}

function eventsOf(stdout: string): readonly ProgressEvent[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ProgressEvent);
}

async function scoreOf(state: string, instance: string, agent: string): Promise<Score> {
  const path = join(at(`${state}-runs`), 'look', instance, agent, '1/score.json');
  return scoreSchema.parse(JSON.parse(await readFile(path, 'utf8')));
}

/** The positions of the events of a first look, in the order in which they must occur. */
function order(events: readonly ProgressEvent[]): readonly number[] {
  return [
    events.findIndex(
      (event) =>
        event.kind === 'instance-phase' && event.phase === 'calibrating beside the attempts',
    ),
    events.findIndex((event) => event.kind === 'scored' && event.score.provisional !== undefined),
    events.findIndex((event) => event.kind === 'calibrated'),
  ];
}

function expectAscending(positions: readonly number[]): void {
  expect(positions).not.toContain(-1);
  expect(positions.toSorted((one, other) => one - other)).toEqual(positions);
}

test('a first look uses the runs of the admission, and this host replaces them', async () => {
  const record = await readFile(join(root, 'instances', TALLY, 'admission.json'), 'utf8');
  const { measured } = admissionRecordSchema.parse(JSON.parse(record));
  expect(measured?.suite_ms.base).toHaveLength(5);

  const run = ['run', '--agent', 'golden,nop', '--instances', TALLY, '--baseline', 'published'];
  const asked = [...run, ...freshState('user'), '--run-id', 'look', '--json'];
  const dryRun = dryRunSchema.parse(JSON.parse((await refbench([...asked, '--dry-run'])).stdout));
  expect(dryRun.instances[0]).toMatchObject({
    calibration_minutes: 0,
    times_from: 'the admission',
    bytes: measured?.image.bytes,
  });
  expect(dryRun.minutes).toBeGreaterThan(0);

  const { code, stdout } = await refbench([...asked, '--parallel', '1']);
  expect(code).toBe(0);
  const events = eventsOf(stdout);
  expectAscending(order(events));
  const first = events.find((event) => event.kind === 'scored');
  expect(first).toMatchObject({
    score: {
      pass: 1,
      provisional: { source: 'published', runs: 5 },
      integrity: { ranked: false },
    },
  });
  const completed = events.find((event) => event.kind === 'calibrated');
  expect(completed?.kind === 'calibrated' ? completed.regraded : 0).toBeGreaterThan(0);

  const score = await scoreOf('user', TALLY, 'golden');
  expect(score).toMatchObject({ pass: 1, integrity: { controls: 'full' } });
  expect(score.provisional).toBeUndefined();
  expect(score.digests.baseline).not.toBe(
    first?.kind === 'scored' ? first.score.digests.baseline : undefined,
  );
  const files = await readdir(join(at('user-runs'), 'look', TALLY, 'golden/1'));
  expect(files.some((name) => name.startsWith('score.superseded-'))).toBe(true);
  const summary = await readFile(join(at('user-runs'), 'look/summary.md'), 'utf8');
  expect(summary).not.toContain('first look');
}, 1_800_000);

test('an early baseline is four runs that agree, and the others follow beside the attempts', async () => {
  const small = await smallOptions(home.path);
  const run = ['run', '--agent', 'golden,nop', ...small.instance, '--baseline', 'early'];
  const asked = [...run, ...freshState('early'), '--run-id', 'look', '--json', '--parallel', '1'];
  const { code, stdout } = await refbench(asked);
  expect(code).toBe(0);
  const events = eventsOf(stdout);
  const beside = events.findIndex(
    (event) => event.kind === 'instance-phase' && event.phase === 'calibrating beside the attempts',
  );
  const messages = (list: readonly ProgressEvent[]): readonly string[] =>
    list.flatMap((event) =>
      event.kind === 'preparing' && event.message.startsWith('baseline') ? [event.message] : [],
    );
  expect(messages(events.slice(0, beside)).toSorted()).toEqual([
    'baseline 1/2 on base',
    'baseline 1/2 on golden',
    'baseline 2/2 on base',
    'baseline 2/2 on golden',
  ]);
  expect(messages(events.slice(beside))).toEqual([
    'baseline 3/5 on base',
    'baseline 3/5 on golden',
    'baseline 4/5 on base',
    'baseline 4/5 on golden',
    'baseline 5/5 on base',
    'baseline 5/5 on golden',
  ]);
  expect(events.find((event) => event.kind === 'calibrated')).toMatchObject({ differences: [] });
  for (const agent of ['golden', 'nop']) {
    expect((await scoreOf('early', small.id, agent)).provisional).toBeUndefined();
  }
}, 600_000);
