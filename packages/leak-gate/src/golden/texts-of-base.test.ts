import { join } from 'node:path';
import { openRepository } from '@refbench/repos';
import { temporaryFolder, writeInstance, writeRepository } from '@refbench/test-helpers';
import { expect, it } from 'vitest';
import { secretPatterns } from '../image/secrets.ts';
import { goldenTraces } from './golden-traces.ts';
import { textsOfBase } from './texts-of-base.ts';

const BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7';
const HEAD = '-----BEGIN PRIVATE KEY-----';

it('knows the keys of base in any notation, but not other keys with the same start', async () => {
  await using folder = await temporaryFolder();
  const base = {
    'key_test.go': `const key = "${HEAD}\\n" +\n\t"${BODY}\\n"\n`,
    'login.py': "URL = 'https://user:word@example.org/'\n",
  };
  const commits = await writeRepository(folder.path, { base, golden: {} });
  const instance = await writeInstance(folder.path, commits);
  await using repository = await openRepository({
    repository: instance.repository,
    instanceDir: folder.path,
    ...commits,
    cacheDir: join(folder.path, 'repositories'),
  });
  const { baseFiles } = await goldenTraces(instance, repository);
  const compiled = `${HEAD}\n${BODY}\n-----END\nhttps://user:word@example.org/\n`;
  const foreign = `${HEAD}\n${BODY.slice(0, -1)}8\n-----END\nhttps://user:other@example.org/\n`;
  const textsIn = (text: string): ReadonlySet<string> =>
    new Set(secretPatterns(text).map((hit) => hit.text));
  expect(textsIn(compiled).size).toBe(2);
  expect(await textsOfBase(textsIn(compiled), repository, baseFiles)).toEqual(textsIn(compiled));
  expect(textsIn(foreign).size).toBe(2);
  expect(await textsOfBase(textsIn(foreign), repository, baseFiles)).toEqual(new Set());
});
