import { mkdir, readdir, writeFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pack } from 'tar-stream';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectEngine } from '../connect/connect-engine.ts';
import type { StorageMethod } from '../contract/engine-info.ts';
import { bytesOf, TEST_LIMITS, TestBed } from './test-bed.ts';
import { TEST_IMAGE } from './test-image.ts';

let bed: TestBed;
let method: StorageMethod;
beforeAll(async () => {
  bed = await TestBed.open();
  method = await bed.engine.storageMethod();
});
afterEach(async () => {
  await bed.expectNoLeftovers();
});
afterAll(async () => {
  await bed[Symbol.asyncDispose]();
});

const exceeded = {
  kind: 'storage-exceeded',
  limitBytes: TEST_LIMITS.storage_bytes,
  enforcement: 'kernel',
};

describe('the size-limited file system', () => {
  it('rejects data beyond the limit', async ({ skip }) => {
    skip(method === 'advisory', 'this host offers no capped storage');
    const script =
      'dd if=/dev/zero of=/guest/big bs=1M count=500; status=$?; wc -c /guest/big; exit $status';
    await using stopped = await bed.toEnd(script);
    const log = stopped.log.bytes.toString();
    expect(log).toContain('No space left on device');
    expect(Number(/(\d+) \/guest\/big/.exec(log)?.[1])).toBeLessThanOrEqual(
      TEST_LIMITS.storage_bytes,
    );
    expect(stopped.end).toEqual(exceeded);
  });

  it('counts deleted files that are still open, over all directories', async ({ skip }) => {
    skip(method === 'advisory', 'this host offers no capped storage');
    const script = `
      dd if=/dev/zero of=/guest/half bs=1M count=40 2>/dev/null
      exec 3>/tmp/gone; rm /tmp/gone
      dd if=/dev/zero bs=1M count=500 >&3; stat -L -c 'size %s' /proc/self/fd/3; exit 0`;
    await using stopped = await bed.toEnd(script);
    const log = stopped.log.bytes.toString();
    expect(log).toContain('No space left on device');
    const copied = Number(/size (\d+)/.exec(log)?.[1]);
    expect(copied).toBeLessThanOrEqual(TEST_LIMITS.storage_bytes - 40 * 2 ** 20);
    // The disk was full in between, but the command continued to its end.
    expect(stopped.end).toEqual({ kind: 'exited', exitCode: 0, oomSeen: false });
  });

  it('limits the number of files', async ({ skip }) => {
    skip(method !== 'overlay-loop', 'this host offers no file system of its own for a container');
    const script = `i=0; while (true >/guest/$i) 2>/tmp/why; do i=$((i+1)); done
      echo "files $i"; cat /tmp/why; rm -rf /guest/1*; echo again >/guest/more && echo writes again`;
    const limits = { storage_bytes: 16 * 2 ** 20 };
    await using stopped = await bed.toEnd(script, { limits });
    const log = stopped.log.bytes.toString();
    const files = Number(/files (\d+)/.exec(log)?.[1]);
    expect(files).toBeGreaterThan(1_000);
    expect(files).toBeLessThan(10_000);
    expect(log).toContain('No space left on device');
    expect(log).toContain('writes again');
  });

  it('shows the files of the image with owners and modes, and does not change them', async ({
    skip,
  }) => {
    skip(method !== 'overlay-loop', 'the image is not unpacked on this host');
    skip(bed.image !== TEST_IMAGE, 'only our own image has these files');
    const script = `
      stat -c '%n %u:%g %a' /etc /etc/owned; cat /etc/link
      echo changed > /etc/owned; rm /etc/passwd`;
    const overrides = { profile: 'grade', writable: ['/etc'] } as const;
    for (let round = 0; round < 2; round += 1) {
      await using stopped = await bed.toEnd(script, overrides);
      expect(stopped.log.bytes.toString()).toBe(
        '/etc 0:0 755\n/etc/owned 10001:10001 640\nbelow\n',
      );
      expect(stopped.end).toMatchObject({ exitCode: 0 });
      expect((await stopped.readFile('/etc/owned', 100))?.toString()).toBe('changed\n');
      expect(await stopped.readFile('/etc/passwd', 100)).toBeUndefined();
    }
  });
});

describe('advisory storage', () => {
  it('stops a container whose layer has grown over its limit', async () => {
    const folder = await advise(bed.stateDir);
    await using engine = await connectEngine({ stateDir: folder });
    expect(await engine.storageMethod()).toBe('advisory');
    const script = `
      i=0
      while [ $i -lt 40 ]; do dd if=/dev/zero of=/tmp/$i bs=1M count=8 2>/dev/null; i=$((i+1)); done
      sleep 600`;
    await using created = await engine.createContainer(bed.spec(script));
    const stopped = await (await created.start()).ended;
    expect(stopped.end).toEqual({ ...exceeded, enforcement: 'advisory' });
  });
});

describe('files in and out', () => {
  it('accepts files before the start and returns them after the end', async () => {
    await using created = await bed.engine.createContainer(
      bed.spec('cat /guest/in; echo more >> /guest/in; mkdir /guest/sub; echo deep > /guest/sub/f'),
    );
    const tar = pack();
    tar.entry({ name: 'in', uid: 10_001, gid: 10_001 }, 'put\n');
    tar.finalize();
    await created.putArchive('/guest', Readable.from(tar));
    const stopped = await (await created.start()).ended;
    expect(stopped.log.bytes.toString()).toBe('put\n');
    await expect(created.putArchive('/guest', Readable.from([]))).rejects.toThrow('started');
    expect((await stopped.readFile('/guest/in', 100))?.toString()).toBe('put\nmore\n');
    expect((await bytesOf(await stopped.getArchive('/guest'))).toString('latin1')).toContain(
      'deep\n',
    );
    await expect(stopped.readFile('/guest/in', 3)).rejects.toThrow(
      'has 9 bytes, more than the limit of 3',
    );
    await expect(stopped.readFile('/guest/sub', 3)).rejects.toThrow('directory');
    await expect(stopped.getArchive('/absent')).rejects.toThrow('/absent does not exist');
  });

  it('stops daemonised writers with the container', async () => {
    const script = '(setsid sh -c "while :; do date >> /guest/log; sleep 0.05; done" &); sleep 1';
    await using stopped = await bed.toEnd(script);
    const first = await bytesOf(await stopped.getArchive('/guest'));
    const second = await bytesOf(await stopped.getArchive('/guest'));
    expect(first.equals(second)).toBe(true);
    expect(stopped.end).toEqual({ kind: 'exited', exitCode: 0, oomSeen: false });
  });
});

/** A state folder that already contains the probe result of this engine. */
async function advise(stateDir: string): Promise<string> {
  const [digest = ''] = await readdir(join(stateDir, 'engines'));
  const known = await readFile(join(stateDir, 'engines', digest, 'probe.json'), 'utf8');
  const folder = join(stateDir, 'advised');
  await mkdir(join(folder, 'engines', digest), { recursive: true });
  await writeFile(
    join(folder, 'engines', digest, 'probe.json'),
    known.replace(/overlay-loop|storage-opt/, 'advisory'),
  );
  return folder;
}
