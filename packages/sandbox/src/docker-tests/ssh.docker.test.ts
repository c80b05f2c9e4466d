import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectEngine } from '../connect/connect-engine.ts';
import { findSockets } from '../connect/find-sockets.ts';
import { SSH_VARIABLE } from '../connect/ssh-tunnel.ts';

const run = promisify(execFile);
const SSHD = '/usr/sbin/sshd';
const missing = existsSync(SSHD) ? undefined : `there is no ${SSHD}`;

let folder: string;
let port: number;
let server: ChildProcess | undefined;
const before = { ssh: process.env[SSH_VARIABLE], temporary: process.env['TMPDIR'] };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-sshd-'));
  if (missing !== undefined) return;
  const at = (name: string): string => join(folder, name);
  for (const name of ['host', 'user']) {
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)]);
  }
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  ({ port } = probe.address() as AddressInfo);
  probe.close();
  await writeFile(
    at('sshd_config'),
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${at('host')}
AuthorizedKeysFile ${at('user.pub')}
StrictModes no
PasswordAuthentication no
UsePAM no
PidFile none
`,
  );
  await writeFile(
    at('config'),
    `Host *
  IdentityFile ${at('user')}
  UserKnownHostsFile ${at('known')}
  User ${userInfo().username}
`,
  );
  await mkdir('/run/sshd', { recursive: true });
  server = spawn(SSHD, ['-D', '-e', '-f', at('sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { stderr } = server;
  if (stderr === null) throw new Error('sshd has no output');
  for await (const line of createInterface({ input: stderr })) {
    if (line.includes('Server listening')) break;
  }
  stderr.resume();
  process.env[SSH_VARIABLE] = `ssh -F ${at('config')}`;
  // In the folder for all, other processes may have tunnels.
  process.env['TMPDIR'] = folder;
});
afterAll(async () => {
  server?.kill();
  restore(SSH_VARIABLE, before.ssh);
  restore('TMPDIR', before.temporary);
  await rm(folder, { recursive: true, force: true });
});

function restore(variable: string, value: string | undefined): void {
  if (value === undefined) delete process.env[variable];
  else process.env[variable] = value;
}

function emptyTree(): Readable {
  const tar = pack();
  tar.finalize();
  return Readable.from(tar);
}

test('an unknown host is refused with what ssh says, and a known one is an engine', async ({
  skip,
}) => {
  skip(missing !== undefined, missing);
  const host = `ssh://127.0.0.1:${port}`;
  await expect(connectEngine({ host, stateDir: folder })).rejects.toMatchObject({
    kind: 'engine',
    message: expect.stringContaining('Host key verification failed') as unknown,
  });
  expect(await findSockets({ host })).toMatchObject([{ host, state: { kind: 'silent' } }]);

  const { stdout } = await run('ssh-keyscan', ['-p', String(port), '127.0.0.1']);
  await appendFile(join(folder, 'known'), stdout);
  expect(await findSockets({ host })).toMatchObject([{ host, state: { kind: 'answers' } }]);
  await using local = await connectEngine({ stateDir: folder });
  {
    await using engine = await connectEngine({ host, stateDir: folder });
    expect(engine.info).toMatchObject({ socketPath: host, hostName: local.info.hostName });
    const label = `refbench.test=ssh-${port}`;
    const reference = `refbench-test-ssh:${port}`;
    const { id } = await engine.importImage(emptyTree(), reference, [`LABEL ${label}`]);
    try {
      expect(await local.listImages(label)).toMatchObject([{ id, tags: [reference] }]);
    } finally {
      await local.removeImage(reference);
    }
    expect(await engine.inspectImage(reference)).toBeUndefined();
  }
  expect((await readdir(folder)).filter((name) => name.startsWith('refbench-ssh-'))).toEqual([]);
});
