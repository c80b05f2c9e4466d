import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentOwner } from '@refbench/base';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectEngine } from '../connect/connect-engine.ts';
import type { SweepOptions, SweepReport } from '../contract/sweep-report.ts';
import { inOtherNamespace, noOtherNamespace } from './other-namespace.ts';
import { TestBed, type SpecOverrides } from './test-bed.ts';

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
async function runner(
  script: string,
  overrides: SpecOverrides = {},
): Promise<ReturnType<typeof spawn>> {
  const source = `
    const { connectEngine } = await import(${JSON.stringify(COMPILED)});
    const engine = await connectEngine({ stateDir: ${JSON.stringify(bed.stateDir)} });
    const created = await engine.createContainer(${JSON.stringify(bed.spec(script, overrides))});
    await created.start({ onOutput: () => process.stdout.write('running') });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

/** The state folder is only used by this file, so the whole report is about its containers. */
async function sweepHere(dryRun: boolean): Promise<SweepReport> {
  return await bed.engine.sweep({ dryRun });
}

/** Sweeps the same state folder from a process that does not see those of this test. */
async function sweepElsewhere(options: SweepOptions): Promise<SweepReport> {
  const report = await inOtherNamespace(`
    const { connectEngine } = await import(${JSON.stringify(COMPILED)});
    const engine = await connectEngine({ stateDir: ${JSON.stringify(bed.stateDir)} });
    console.log(JSON.stringify(await engine.sweep(${JSON.stringify(options)})));
    await engine[Symbol.asyncDispose]();`);
  return JSON.parse(report) as SweepReport;
}

/** Lets the lease of a process run out. */
async function ageLease(pid: number | undefined): Promise<void> {
  const folder = join(bed.stateDir, 'leases');
  const name = (await readdir(folder)).find((file) => file.startsWith(`${pid}_`)) ?? '';
  const then = new Date((await stat(join(folder, name))).mtimeMs - 300_000);
  await utimes(join(folder, name), then, then);
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

  it('leaves a live process of another PID namespace alone, and finds it when its lease ran out', async ({
    skip,
  }) => {
    const reason = await noOtherNamespace();
    skip(reason !== undefined, reason);
    const child = await runner('echo ready; sleep 300');
    expect(await sweepElsewhere({ dryRun: false })).toEqual(NOTHING);
    expect(await sweepElsewhere({ dryRun: true, all: true })).toEqual(NOTHING);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    // Nobody there can know that it was killed.
    expect(await sweepElsewhere({ dryRun: true })).toEqual(NOTHING);
    // Here it is known at once.
    const found = await sweepHere(true);
    expect(found.containers).toHaveLength(1);
    await ageLease(child.pid);
    expect(await sweepElsewhere({ dryRun: true })).toEqual(found);
    expect(await sweepHere(false)).toEqual(found);
  });

  it('removes what was left in another PID namespace', async ({ skip }) => {
    const reason = await noOtherNamespace();
    skip(reason !== undefined, reason);
    // A build has no disk, whose mount would have to be shared with that namespace.
    const child = await runner('echo ready; sleep 300', { profile: 'build' });
    await using live = await bed.engine.createContainer(bed.spec('true', { profile: 'build' }));
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    const found = await sweepHere(true);
    expect(found).toEqual({ ...NOTHING, containers: [expect.any(String)] });
    await ageLease(child.pid);
    expect(await sweepElsewhere({ dryRun: false })).toEqual(found);
    expect(await sweepHere(true)).toEqual(NOTHING);
    const stopped = await (await live.start()).ended;
    expect(stopped.end).toMatchObject({ kind: 'exited', exitCode: 0 });
  });

  it('sees nothing of another state folder, unless it looks at all and is certain', async () => {
    const child = await runner('echo ready; sleep 300');
    const stateDir = await mkdtemp(join(tmpdir(), 'refbench-other-'));
    try {
      await using other = await connectEngine({ stateDir });
      const seen = async (all: boolean): Promise<readonly string[]> => {
        const { containers } = await other.sweep({ dryRun: true, all, run: bed.run });
        return containers;
      };
      expect(await seen(true)).toEqual([]);
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
      const { containers } = await sweepHere(true);
      expect(containers).toHaveLength(1);
      expect(await other.sweep({ dryRun: true })).toEqual(NOTHING);
      expect(await seen(true)).toEqual(containers);
      expect(await seen(false)).toEqual([]);
      // A process of another namespace may well live.
      const foreign = currentOwner().replace(/\d+$/, '1');
      const state = '0123456789abcdef';
      const labels = { process: foreign, run: bed.run, state };
      const unknown = await bed.thirdParty().createContainer({
        Image: bed.image,
        Cmd: ['true'],
        Labels: Object.fromEntries(
          Object.entries(labels).map(([name, value]) => [`refbench.${name}`, value]),
        ),
      });
      try {
        expect(await seen(true)).toEqual(containers);
      } finally {
        await unknown.remove({ force: true });
      }
    } finally {
      await sweepHere(false);
      await rm(stateDir, { recursive: true });
    }
  });

  it('knows the images that were built with its state folder', async () => {
    const reference = `refbench-test-built:${bed.run}`;
    await using built = await bed.toEnd('true', { profile: 'build' });
    const id = await built.commit(reference, []);
    const image = await bed.engine.inspectImage(reference);
    expect(image).toMatchObject({ id, labels: { 'refbench.state': '', 'refbench.process': '' } });
    expect(await bed.engine.builtImages()).toContain(id);
    await bed.engine.removeImage(reference);
    await bed.engine.sweep({ dryRun: false });
    expect(await bed.engine.builtImages()).not.toContain(id);
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

  it('removes a disk whose process was killed before it noted the run', async ({ skip }) => {
    const method = await bed.engine.storageMethod();
    skip(method !== 'overlay-loop', `${method} needs no disks`);
    const child = await runner('echo ready; sleep 300');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const [file = ''] = (await sweepHere(false)).loopFiles;
    // The same folder as it is while a disk is made.
    await mkdir(join(dirname(file), 'mnt'), { recursive: true });
    const { loopFiles } = await bed.engine.sweep({ run: 'another-run', dryRun: false });
    expect(loopFiles).toEqual([file]);
    expect(await sweepHere(true)).toEqual(NOTHING);
  });

  it('keeps containers that a user started from an image of RefBench', async () => {
    const container = await bed.thirdParty().createContainer({
      Image: bed.image,
      Cmd: ['true'],
      Labels: { 'refbench.process': '', 'refbench.run': '' },
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
