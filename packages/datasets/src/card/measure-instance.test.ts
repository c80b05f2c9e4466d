import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { selectInstances } from '@refbench/instances';
import { measureInstance } from './measure-instance.ts';

const root = resolve(import.meta.dirname, '../../../..');

test('an instance is counted from its two commits, its rules and its task texts', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'refbench-dataset-'));
  try {
    const workspace = {
      instancesDir: join(root, 'instances'),
      rulesDir: join(root, 'rules'),
      runsDir: join(stateDir, 'runs'),
      stateDir,
      mirror: undefined,
      opengrep: undefined,
    };
    const [entry] = await selectInstances(workspace, ['refbench__*']);
    if (entry === undefined) throw new Error('the bundled instance is there');
    const measures = await measureInstance(workspace, entry, new AbortController().signal);
    expect(measures).toMatchObject({
      id: entry.instance.id,
      language: 'typescript',
      changedFiles: 91,
      additiveRules: 12,
      reductiveRules: 12,
    });
    const { diff, counted, words, sourceFiles, sourceLines } = measures;
    expect(diff.added).toBeGreaterThanOrEqual(counted.added);
    expect(diff.removed).toBeGreaterThan(counted.removed);
    expect(counted.removed).toBeGreaterThan(1000);
    expect(words.instructed).toBeGreaterThan(words.open ?? 0);
    expect(sourceLines).toBeGreaterThan(sourceFiles);
  } finally {
    await rm(stateDir, { recursive: true, force: true });
  }
});
