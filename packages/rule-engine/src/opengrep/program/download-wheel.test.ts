import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { downloadWheel } from './download-wheel.ts';
import { opengrepSource } from './program-source.ts';

const wheel = {
  file: 'a-1-py3-none-manylinux_2_28_x86_64.whl',
  wheel: `sha256:${'0'.repeat(64)}`,
} as const;

async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-pip-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder for PATH that holds only these shell scripts. */
async function programs(scripts: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporary();
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(folder, name), `#!/bin/sh\nPATH=/usr/bin:/bin\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

/** A pip that writes its arguments, its requirements and its certificates where the test finds them. */
function recording(folder: string): string {
  return `echo "$@" > ${folder}/args
while [ "$1" != --dest ]; do shift; done
cp "$2/requirements.txt" ${folder}
cp "$PIP_CERT" ${folder}/certificates 2>/dev/null
printf content > "$2/${wheel.file}"`;
}

test('pip gets the pinned version, digest and platform, and nothing else of the host is changed', async () => {
  const folder = await temporary();
  const PATH = await programs({ pip3: recording(folder) });
  expect((await downloadWheel(wheel, { env: { PATH } })).toString()).toBe('content');
  const args = await readFile(join(folder, 'args'), 'utf8');
  expect(args).toContain('--require-hashes');
  expect(args).toContain('--platform manylinux_2_28_x86_64');
  expect(await readFile(join(folder, 'requirements.txt'), 'utf8')).toBe(
    `tackbox-opengrep==0.1.0 --hash=${wheel.wheel}\n`,
  );
  await expect(readFile(join(folder, 'certificates'))).rejects.toThrow('ENOENT');
});

test('pip trusts the certificates that Node.js trusts', async () => {
  const folder = await temporary();
  const own = join(folder, 'own.pem');
  await writeFile(own, 'that of the user');
  const env = {
    PATH: await programs({ pip3: recording(folder) }),
    PIP_CERT: own,
    NODE_EXTRA_CA_CERTS: own,
  };
  await downloadWheel(wheel, { env, certificates: ['that of the option'] });
  const bundle = await readFile(join(folder, 'certificates'), 'utf8');
  expect(bundle).toContain('BEGIN CERTIFICATE');
  expect(bundle).toContain('that of the user');
  expect(bundle).toContain('that of the option');
});

test.each([
  ['is not installed', {}],
  ['has lost its Python', { pip3: 'exit 127', pip: 'exit 127' }],
])('a pip that %s is passed over', async (_, pips) => {
  const folder = await temporary();
  const python3 = `shift 2\n${recording(folder)}`;
  const PATH = await programs({ ...pips, python3 });
  expect((await downloadWheel(wheel, { env: { PATH } })).toString()).toBe('content');
});

test('without any pip, the error names the missing program and a remedy', async () => {
  const python3 = 'echo "No module named pip" >&2; exit 1';
  vi.stubEnv('PATH', await programs({ python3 }));
  const source = opengrepSource({ stateDir: await temporary() });
  expect(await source.identity()).toMatchObject({ version: '1.30.0' });
  await expect(source.program()).rejects.toMatchObject({
    kind: 'engine',
    message: expect.stringContaining('OpenGrep 1.30.0') as string,
    hint: expect.stringContaining('--opengrep') as string,
  });
  await expect(source.program()).rejects.toThrow('there is no pip on this machine');
});

test('what pip reports is the reason', async () => {
  const failing = 'echo "WARNING: retrying" >&2; echo "ERROR: no matching file" >&2; exit 1';
  const PATH = await programs({ pip3: failing });
  await expect(downloadWheel(wheel, { env: { PATH } })).rejects.toThrow(
    'pip reports: no matching file',
  );
});
