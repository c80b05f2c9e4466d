import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pack } from 'tar-stream';
import type { Engine } from '../contract/engine.ts';

export const TEST_IMAGE = 'refbench-test-busybox:2';
const BUSYBOX = '/usr/bin/busybox';

/**
 * Returns REFBENCH_TEST_IMAGE, an image made from the static busybox of the host, or a base image
 * of RefBench.
 */
export async function testImage(engine: Engine): Promise<string> {
  const named = process.env['REFBENCH_TEST_IMAGE'];
  if (named !== undefined && named !== '') return named;
  if ((await engine.inspectImage(TEST_IMAGE)) !== undefined) return TEST_IMAGE;
  const busybox = await readFile(BUSYBOX).catch(() => undefined);
  if (busybox !== undefined) {
    await engine.importImage(rootfs(busybox), TEST_IMAGE, ['LABEL refbench.test=busybox']);
    return TEST_IMAGE;
  }
  const [base] = await engine.listImages('refbench.base');
  if (base !== undefined) return base.id;
  throw new Error(`no image to test with: set REFBENCH_TEST_IMAGE, or install busybox-static`);
}

const APPLETS = [
  'sh cat cut date dd df env false grep head id kill ls mkdir mknod mount rm setsid sleep',
  'seq stat tail touch true wc yes',
].flatMap((line) => line.split(' '));

function rootfs(busybox: Buffer): Readable {
  const tar = pack();
  for (const name of ['bin/', 'etc/', 'proc/', 'sys/', 'dev/', 'run/', 'root/', 'var/tmp/']) {
    tar.entry({ name, type: 'directory', mode: 0o755 });
  }
  tar.entry({ name: 'tmp/', type: 'directory', mode: 0o1777 });
  // Properties that a lower tree must preserve: owner, mode and link.
  tar.entry({ name: 'etc/owned', uid: 10_001, gid: 10_001, mode: 0o640 }, 'below\n');
  tar.entry({ name: 'etc/link', type: 'symlink', linkname: 'owned' });
  tar.entry({ name: 'etc/passwd' }, 'root:x:0:0:root:/root:/bin/sh\n');
  tar.entry({ name: 'bin/busybox', mode: 0o755 }, busybox);
  for (const applet of APPLETS) {
    tar.entry({ name: `bin/${applet}`, type: 'symlink', linkname: 'busybox' });
  }
  tar.finalize();
  return Readable.from(tar);
}
