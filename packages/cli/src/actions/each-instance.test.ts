import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../command.testkit.ts';
import { forEachInstance } from './each-instance.ts';

const TALLY = 'refbench__tally-6637120b';

test('commands that need an environment refuse an instance without tests', async () => {
  await using folder = await temporaryFolder();
  const bundled = resolve(import.meta.dirname, '../../../../instances', TALLY, 'instance.yaml');
  await mkdir(join(folder.path, TALLY));
  await writeFile(
    join(folder.path, TALLY, 'instance.yaml'),
    `${await readFile(bundled, 'utf8')}\nno_tests: it needs a printer\n`,
  );
  const dirs = { instancesDir: folder.path, rulesDir: folder.path, runsDir: folder.path };
  const options = { ...dirs, stateDir: join(folder.path, 'state') };
  let acted = false;
  const act = (): Promise<void> => {
    acted = true;
    return Promise.resolve();
  };
  await expect(
    forEachInstance(['*'], options as Parameters<typeof forEachInstance>[1], act),
  ).rejects.toMatchObject({
    kind: 'usage',
    message: `${TALLY} has no tests: it needs a printer`,
    hint: expect.stringContaining(`--exclude ${TALLY}`) as string,
  });
  expect(acted).toBe(false);
});
