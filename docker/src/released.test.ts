import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COUNTER_FOLDER, COUNTER_VERSION, RECIPES_FOLDER } from './index.ts';

const root = join(COUNTER_FOLDER, '..');
const versionsIn = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => /^\d+$/.test(name));

test('what was released is there and has not changed', () => {
  const recorded: unknown = JSON.parse(readFileSync(join(root, 'released.json'), 'utf8'));
  const present = [COUNTER_FOLDER, RECIPES_FOLDER].flatMap((folder) =>
    versionsIn(folder).flatMap((version) =>
      readdirSync(join(folder, version)).map((name) => join(folder, version, name)),
    ),
  );
  const digests = present.map((path) => [
    path.slice(root.length + 1),
    createHash('sha256').update(readFileSync(path)).digest('hex'),
  ]);
  expect(Object.fromEntries(digests)).toEqual(recorded);
});

test('the newest counter has the source that is there, and new recipes name it', () => {
  const script = join(root, '../scripts/release-counter.mjs');
  const check = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect({ status: check.status, stderr: check.stderr }).toEqual({ status: 0, stderr: '' });
  expect(Math.max(...versionsIn(COUNTER_FOLDER).map(Number))).toBe(COUNTER_VERSION);
});

test('the bundle counts by itself', () => {
  const counter = join(COUNTER_FOLDER, String(COUNTER_VERSION), 'counter.mjs');
  const suite = { format: 'tap', reports: ['*.tap'] };
  const script = `cd "$(mktemp -d)" && mkdir r && printf 'ok 1 - a\\nnot ok 2 - b\\n1..2\\n' >r/x.tap &&
    echo '${JSON.stringify(suite)}' >s.json &&
    REFBENCH_REPORTS=$PWD/r REFBENCH_STATUS=1 REFBENCH_TEST_IDS=$PWD/ids "$0" "$1" s.json && cat ids`;
  const out = execFileSync('bash', ['-c', script, process.execPath, counter], { encoding: 'utf8' });
  expect(out.trim().split('\n')).toEqual([
    '{"passed":1,"failed":1,"skipped":0,"total":2}',
    '{"id":"a","outcome":"passed"}',
    '{"id":"b","outcome":"failed"}',
  ]);
});
