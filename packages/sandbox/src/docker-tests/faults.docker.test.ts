import { readdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorsIn } from '@refbench/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StoppedContainer } from '../contract/container.ts';
import { TestBed } from './test-bed.ts';

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.open();
});
afterEach(async () => {
  await bed.expectNoLeftovers();
});
afterAll(async () => {
  await bed[Symbol.asyncDispose]();
});

/** Runs a script, and interferes with its container after its first output. */
async function disturbed(
  script: string,
  disturb: (id: string) => Promise<void>,
): Promise<StoppedContainer['end']> {
  await using created = await bed.engine.createContainer(bed.spec(script));
  let heard: () => void = () => undefined;
  const output = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const running = await created.start({ onOutput: () => heard() });
  await output;
  await disturb(created.id);
  return (await running.ended).end;
}

describe('interference with a container', () => {
  it('does not count as the end of the agent if the container is removed', async () => {
    const end = await disturbed('echo ready; sleep 300', (id) =>
      bed.thirdParty().getContainer(id).remove({ force: true }),
    );
    expect(end).toMatchObject({ kind: 'infra-failed', cause: 'container-lost' });
  });

  it.each(['KILL', 'TERM'])(
    'does not count as the end of the agent if it receives %s',
    async (signal) => {
      const end = await disturbed('echo ready; sleep 300', (id) =>
        bed.thirdParty().getContainer(id).kill({ signal }),
      );
      expect(end).toMatchObject({ kind: 'infra-failed', cause: 'container-lost' });
    },
  );

  it('counts as the end of the agent if it kills itself', async () => {
    const end = await disturbed('echo ready; kill -KILL $$', async () => undefined);
    expect(end).toEqual({ kind: 'exited', exitCode: 137, oomSeen: false });
  });
});

describe('disposal', () => {
  it('ends a running container and its promise', async () => {
    const created = await bed.engine.createContainer(bed.spec('echo ready; sleep 300'));
    const running = await created.start();
    await Promise.all([running[Symbol.asyncDispose](), created[Symbol.asyncDispose]()]);
    expect((await running.ended).end).toEqual({ kind: 'stopped', reason: 'disposed' });
  });

  it('reports a failed removal once, next to the original error', async () => {
    const strangers: string[] = [];
    const work = async (): Promise<void> => {
      await using created = await bed.engine.createContainer(bed.spec('true'));
      await using running = await created.start();
      await using _stopped = await running.ended;
      for (const file of await readdir(bed.stateDir, { recursive: true })) {
        if (basename(file) !== 'disk.img') continue;
        const path = join(bed.stateDir, dirname(file), 'of-somebody-else');
        await writeFile(path, '');
        strangers.push(path);
      }
      await Promise.reject(new Error('the work'));
    };
    const error: unknown = await work().catch((cause: unknown) => cause);
    if (strangers.length === 0) return;
    for (const path of strangers) await rm(path);
    await bed.engine.sweep({ run: bed.run, dryRun: false });
    const [first, second, ...more] = errorsIn(error);
    expect(first).toMatchObject({ message: 'the work' });
    expect(second).toMatchObject({
      kind: 'engine',
      message: expect.stringMatching(/^cannot free the disk of container /) as unknown,
    });
    expect(more).toEqual([]);
  });

  it('leaves nothing behind if a container cannot start', async () => {
    // A file cannot be mounted on a directory.
    const spec = bed.spec('true', { mounts: [{ source: '/etc/hostname', target: '/etc' }] });
    // Older engines detect this on start, newer ones when the container is first accessed.
    const createAndStart = async (): Promise<void> => {
      await using created = await bed.engine.createContainer(spec);
      await created.start();
    };
    await expect(createAndStart()).rejects.toMatchObject({ kind: 'engine' });
  });

  it('leaves nothing behind if a container cannot be created', async () => {
    const spec = { ...bed.spec('true'), workingDir: '/etc/passwd' };
    await expect(bed.engine.createContainer(spec)).rejects.toMatchObject({ kind: 'engine' });
  });

  it('reports a missing command by its exit code', async () => {
    const spec = { ...bed.spec('true'), command: ['/no/such/program'] };
    await using created = await bed.engine.createContainer(spec);
    const stopped = await (await created.start()).ended;
    expect(stopped.end).toEqual({ kind: 'exited', exitCode: 127, oomSeen: false });
  });
});
