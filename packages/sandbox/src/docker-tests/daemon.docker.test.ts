import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPrivateDaemon, privateDaemon } from '@refbench/test-helpers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostCommand } from '../storage/host-command.ts';
import { TestBed } from './test-bed.ts';

let folder: string;
const missing = noPrivateDaemon();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-daemon-'));
});
afterAll(async () => {
  const table = await readFile('/proc/self/mountinfo', 'utf8');
  const points = table.split('\n').map((line) => line.split(' ').at(4) ?? '');
  for (const point of points.filter((path) => path.startsWith(folder)).toReversed()) {
    await hostCommand('umount', [point]);
  }
  await rm(folder, { recursive: true, force: true });
});

describe('an engine that stops while a container runs', () => {
  it('is distinguished from the end of the agent', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const daemon = privateDaemon(folder);
    await daemon.start();
    {
      await using bed = await TestBed.open(`unix://${daemon.socket}`);
      // Exits with 0 on TERM, so that its exit code contains no information.
      const script = 'trap "exit 0" TERM; echo ready; while :; do sleep 0.2; done';
      await using created = await bed.engine.createContainer(bed.spec(script));
      let heard: () => void = () => undefined;
      const output = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const running = await created.start({ onOutput: () => heard() });
      await output;
      await daemon.stop();
      const stopped = await running.ended;
      expect(stopped.end).toMatchObject({ kind: 'infra-failed', cause: 'engine-gone' });
      expect(stopped.log.bytes.toString()).toBe('ready\n');
      // The next daemon takes the container over, and disposal cleans up through it.
      await daemon.start();
    }
    await daemon.stop();
  });
});
