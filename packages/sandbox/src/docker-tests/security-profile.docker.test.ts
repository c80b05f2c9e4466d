import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pack } from 'tar-stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectEngine } from '../connect/connect-engine.ts';
import { systemCallResults, noPerl, DENIED } from './kernel-calls.ts';
import { tamperingProxy } from './tampering-proxy.ts';
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

const STATUS = "grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/self/status";

describe('the agent profile', () => {
  it('has no capabilities, no network and no other writable directories', async () => {
    const closed = (await bed.engine.storageMethod()) === 'overlay-loop';
    const script = `${STATUS}; id -u; ls /sys/class/net; touch /guest/a /tmp/b && echo wrote
      touch /etc/x /usr/x /x /var/x 2>/dev/null || true
      for f in /etc/x /usr/x /x /var/x /sys/x /proc/sys/x; do [ -e $f ] && echo "made $f"; done
      mount -t tmpfs none /tmp 2>/dev/null && echo mounted
      touch /etc/x 2>&1 | grep -q Read-only && echo root is closed; exit 0`;
    await using stopped = await bed.toEnd(script);
    const log = stopped.log.bytes.toString();
    expect(log).toMatch(/CapEff:\t0000000000000000\n/);
    expect(log).toMatch(/CapBnd:\t0000000000000000\n/);
    expect(log).toMatch(/NoNewPrivs:\t1\n/);
    expect(log).toMatch(/Seccomp:\t2\n/);
    expect(log).toContain('10001\nlo\nwrote\n');
    expect(log).not.toContain('made');
    expect(log).not.toContain('mounted');
    expect(stopped.end.kind).toBe('exited');
    expect(log.includes('root is closed')).toBe(closed);
  });

  it('knows the address of its own name, without a network', async () => {
    await using stopped = await bed.toEnd(
      'grep -c "^127.0.0.1[[:space:]]*$(hostname)$" /etc/hosts',
    );
    expect(stopped.log.bytes.toString()).toBe('1\n');
  });

  it('sees read-only mounts and cannot change them', async () => {
    const source = join(bed.stateDir, 'given');
    await mkdir(source);
    await chmod(source, 0o777);
    await writeFile(join(source, 'file'), 'given\n');
    await chmod(bed.stateDir, 0o755);
    await using stopped = await bed.toEnd('cat /given/file; touch /given/new', {
      mounts: [{ source, target: '/given' }],
    });
    // The order between the two streams is undefined.
    const log = stopped.log.bytes.toString();
    expect(log).toMatch(/^given$/m);
    expect(log).toMatch(/new.*Read-only file system$/m);
  });

  it('does not see where this host keeps its files', async ({ skip }) => {
    const method = await bed.engine.storageMethod();
    skip(method !== 'overlay-loop', `storage is ${method}, whose mounts show their sources`);
    const source = join(bed.stateDir, 'secret place');
    await mkdir(source);
    await writeFile(join(source, 'file'), 'given\n');
    const script = 'cat /given/file /proc/self/mountinfo /proc/mounts /sys/block/*/loop/*; exit 0';
    await using stopped = await bed.toEnd(script, { mounts: [{ source, target: '/given' }] });
    const log = stopped.log.bytes.toString();
    expect(log).toMatch(/^given$/m);
    expect(log).toMatch(/ \/given ro,/);
    for (const word of ['secret', basename(bed.stateDir).split('-').at(-1), 'disk.img']) {
      expect(log).not.toContain(word);
    }
  });
});

describe('the grade profile', () => {
  it('has only the capabilities that services need', async () => {
    await using stopped = await bed.toEnd(`${STATUS}; id -u; ls /sys/class/net`, {
      profile: 'grade',
    });
    const log = stopped.log.bytes.toString();
    // CHOWN, DAC_OVERRIDE, FOWNER, KILL, SETGID, SETUID
    expect(log).toMatch(/CapEff:\t00000000000000eb\n/);
    expect(log).toMatch(/NoNewPrivs:\t1\n/);
    expect(log).toContain('\n0\nlo\n');
  });
});

describe('system calls', () => {
  it.for(['agent', 'grade'] as const)(
    'that lead out are refused (%s)',
    async (profile, { skip }) => {
      const missing = noPerl();
      skip(missing !== undefined, missing);
      expect(await systemCallResults(bed, profile)).toEqual(DENIED);
    },
  );

  it('cannot create devices', async () => {
    await using stopped = await bed.toEnd('mknod /tmp/null c 1 3');
    expect(stopped.log.bytes.toString()).toMatch(/mknod: .*Operation not permitted/);
  });
});

describe('the build profile', () => {
  it('commits files, but neither variables nor labels', async () => {
    const reference = `refbench-test-commit:${bed.run}`;
    await using stopped = await bed.toEnd(
      'echo "$SECRET" | wc -c; echo made > /made; [ -e /.refbench-env ] && echo left; true',
      { profile: 'build', env: { SECRET: "it's a $(canary)\nof two lines" } },
    );
    expect(stopped.log.bytes.toString().trim()).toBe('30');
    const id = await stopped.commit(reference, ['ENV KEPT=1', 'USER 10001']);
    try {
      const image = await bed.engine.inspectImage(id);
      expect(image?.tags).toEqual([reference]);
      expect(image?.labels['refbench.process']).toBe('');
      await using seen = await bed.toEnd('cat /made; env; ls -a /', { image: reference });
      const log = seen.log.bytes.toString();
      expect(log).toContain('made\n');
      expect(log).toContain('KEPT=1');
      expect(log).not.toMatch(/SECRET|canary|refbench-env/);
    } finally {
      await bed.engine.removeImage(reference);
    }
  });
});

describe('images', () => {
  it('lose their name to a newer image, and are removed by id', async () => {
    const reference = `refbench-test-name:${bed.run}`;
    const label = `refbench.test-name=${bed.run}`;
    await using stopped = await bed.toEnd('true', { profile: 'build' });
    const first = await stopped.commit(reference, [`LABEL ${label}`, 'ENV NUMBER=1']);
    const second = await stopped.commit(reference, [`LABEL ${label}`, 'ENV NUMBER=2']);
    const tags = new Map(
      (await bed.engine.listImages(label)).map((image) => [image.id, image.tags]),
    );
    expect(tags).toEqual(
      new Map([
        [first, []],
        [second, [reference]],
      ]),
    );
    for (const name of [first, reference]) await bed.engine.removeImage(name);
    expect(await bed.engine.listImages(label)).toEqual([]);
  });
});

describe('the check of the security profile', () => {
  it('rejects an image with a volume', async () => {
    const reference = `refbench-test-volume:${bed.run}`;
    const tar = pack();
    tar.entry({ name: 'data/', type: 'directory' });
    tar.finalize();
    await bed.engine.importImage(Readable.from(tar), reference, ['VOLUME /data']);
    try {
      await expect(
        bed.engine.createContainer(bed.spec('true', { image: reference })),
      ).rejects.toMatchObject({
        kind: 'engine',
        message: expect.stringContaining('Mounts /data') as string,
      });
    } finally {
      await bed.engine.removeImage(reference);
    }
  });

  it.each([
    ['PidsLimit', (host: Record<string, unknown>) => delete host['PidsLimit']],
    ['Memory', (host: Record<string, unknown>) => (host['Memory'] = 2 ** 25)],
    ['CapDrop', (host: Record<string, unknown>) => (host['CapDropp'] = takeOut(host, 'CapDrop'))],
    [
      'SecurityOpt',
      (host: Record<string, unknown>) => (host['SecurityOpt'] = ['no-new-privileges']),
    ],
  ])('refuses an engine that drops or changes %s', async (field, change) => {
    await using proxy = await tamperingProxy(bed.engine.info.socketPath, change);
    await using engine = await connectEngine({ host: proxy.host, stateDir: bed.stateDir });
    await expect(engine.createContainer(bed.spec('true'))).rejects.toMatchObject({
      kind: 'engine',
      message: expect.stringContaining(`HostConfig.${field}`) as string,
    });
  });

  it('names the missing image', async () => {
    await expect(
      bed.engine.createContainer(bed.spec('true', { image: 'refbench-absent:1' })),
    ).rejects.toMatchObject({ kind: 'image' });
  });
});

function takeOut(record: Record<string, unknown>, key: string): unknown {
  const value = record[key];
  delete record[key];
  return value;
}
