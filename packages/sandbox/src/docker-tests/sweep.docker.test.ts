import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SweepReport } from '../sweep.ts';
import { TestBed } from './test-bed.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));
const COMPILED = new URL('../../dist/index.js', import.meta.url).href;

let bed: TestBed;
beforeAll(async () => {
  // The process to kill must be another one, which cannot run TypeScript.
  await execa('npx', ['tsc', '-b', 'packages/sandbox'], { cwd: REPOSITORY });
  bed = await TestBed.open();
});
afterEach(async () => {
  await bed.expectNoLeftovers();
});
afterAll(async () => {
  await bed[Symbol.asyncDispose]();
});

/**
 * Starts a separate process that starts a container and waits. Resolves when the container prints
 * something.
 */
async function runner(script: string): Promise<ReturnType<typeof spawn>> {
  const source = `
    const { connectEngine } = await import(${JSON.stringify(COMPILED)});
    const engine = await connectEngine({ stateDir: ${JSON.stringify(bed.stateDir)} });
    const created = await engine.createContainer(${JSON.stringify(bed.spec(script))});
    await created.start({ onOutput: () => process.stdout.write('running') });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

/**
 * The part of a sweep report about containers of this file, because the machine may have others.
 */
async function sweepHere(dryRun: boolean): Promise<SweepReport> {
  const { containers, volumes, loopFiles } = await bed.engine.sweep({ dryRun });
  const ours = (name: string): boolean => name.startsWith('refbench-instance-test-1-');
  return { containers: containers.filter(ours), volumes: volumes.filter(ours), loopFiles };
}

const NOTHING: SweepReport = { containers: [], volumes: [], loopFiles: [] };

describe('sweep', () => {
  it('removes the leftovers of a killed process, and nothing of a live one', async () => {
    const child = await runner('echo ready; sleep 300');
    expect(await sweepHere(true)).toEqual(NOTHING);

    child.kill('SIGKILL');
    await once(child, 'exit');
    // A container of this live process.
    await using created = await bed.engine.createContainer(bed.spec('true'));
    const found = await sweepHere(true);
    expect(found.containers).toHaveLength(1);
    expect(found.containers).not.toContain(created.name);
    const overlay = (await bed.engine.storageMethod()) === 'overlay-loop';
    expect(found.volumes).toHaveLength(overlay ? 2 : 0);
    expect(found.loopFiles).toHaveLength(overlay ? 1 : 0);
    // A dry run has removed nothing.
    expect(await sweepHere(true)).toEqual(found);

    expect(await sweepHere(false)).toEqual(found);
    expect(await sweepHere(true)).toEqual(NOTHING);
    const stopped = await (await created.start()).ended;
    expect(stopped.end).toMatchObject({ kind: 'exited', exitCode: 0 });
  });

  it('can be limited to one run, including that of this process', async () => {
    const created = await bed.engine.createContainer(bed.spec('sleep 300'));
    await created.start();
    const other = await bed.engine.sweep({ run: 'another', dryRun: false });
    expect(other.containers).toEqual([]);
    const own = await bed.engine.sweep({ run: bed.run, dryRun: false });
    expect(own.containers).toEqual([created.name]);
    await created[Symbol.asyncDispose]();
  });

  it('keeps containers that a user started from an image of RefBench', async () => {
    const container = await bed.thirdParty().createContainer({
      Image: bed.image,
      Cmd: ['true'],
      Labels: { 'refbench.owner': '', 'refbench.run': '' },
    });
    try {
      const { Name } = await container.inspect();
      const { containers } = await bed.engine.sweep({ run: '', dryRun: true });
      expect(containers).not.toContain(Name.replace('/', ''));
    } finally {
      await container.remove({ force: true });
    }
  });

  it('removes lower trees of deleted images', async ({ skip }) => {
    const overlay = (await bed.engine.storageMethod()) === 'overlay-loop';
    skip(!overlay, 'no image is unpacked on this host');
    const reference = `refbench-test-gone:${bed.run}`;
    await using built = await bed.toEnd('true', { profile: 'build' });
    const id = await built.commit(reference, []);
    {
      await using _made = await bed.engine.createContainer(bed.spec('true', { image: reference }));
    }
    const [digest = ''] = await readdir(join(bed.stateDir, 'engines'));
    const lower = join(bed.stateDir, 'engines', digest, 'lower');
    expect(await readdir(lower)).toContain(id.slice('sha256:'.length));
    await bed.engine.removeImage(reference);
    await bed.engine.sweep({ dryRun: false });
    expect(await readdir(lower)).not.toContain(id.slice('sha256:'.length));
  });
});
