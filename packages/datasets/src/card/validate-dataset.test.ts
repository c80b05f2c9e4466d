import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { withoutCanary } from '@refbench/contracts';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { contentDigest, contentOf } from './content-digest.ts';
import { selectOne, writeAdmission } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';
import { markDataset } from './mark-dataset.ts';
import { validateDataset, type DatasetValidation } from './validate-dataset.ts';

const root = resolve(import.meta.dirname, '../../../..');
const TALLY = 'refbench__tally-6637120b';
const CANARY = '00000000-1111-2222-3333-444444444444';
const SUITE = `  suite:
    counter: 1
    format: mocha-json
    reports:
      - tests.json
`;

/** Validates a set of the bundled instance after a change of its files. */
async function validate(
  change: (instances: string, workspace: Workspace) => Promise<void>,
): Promise<DatasetValidation> {
  await using folder = await temporaryFolder();
  const at = (name: string): string => join(folder.path, name);
  const workspace = {
    instancesDir: at('instances'),
    rulesDir: at('rules'),
    runsDir: at('runs'),
    stateDir: at('state'),
    mirror: undefined,
  };
  for (const name of ['instances', 'rules']) {
    await cp(join(root, name, TALLY), join(folder.path, name, TALLY), {
      recursive: true,
      filter: (path) => !path.endsWith('admission.json'),
    });
  }
  const dataset = { schema: 1, name: 'set', version: '1.0.0', canary: CANARY };
  await writeFile(
    at('instances/dataset.yaml'),
    JSON.stringify({ ...dataset, description: 'A set.', licence: 'MIT' }),
  );
  const digest = contentDigest([await contentOf(await selectOne(workspace, TALLY))]);
  await writeFile(
    at('instances/README.md'),
    `---\nrefbench:\n  version: 1.0.0\n  digest: ${digest}\n---\n\ncanary ${CANARY}\n`,
  );
  await change(at('instances'), workspace);
  return await validateDataset(workspace, {
    isOpen: (licence) => licence === 'MIT',
    signal: new AbortController().signal,
  });
}

/** Changes a text file. */
async function edit(path: string, from: string, to: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

test('a set with a current card is valid; admissions that hold are counted', async () => {
  const plain = await validate(() => Promise.resolve());
  expect(plain).toMatchObject({ instances: 1, admitted: 0, problems: [] });
  const admit = async (workspace: Workspace): Promise<unknown> =>
    await writeAdmission(await selectOne(workspace, TALLY), []);
  const admitted = await validate(async (_, workspace) => void (await admit(workspace)));
  expect(admitted).toMatchObject({ admitted: 1, problems: [], digest: plain.digest });
  const changed = await validate(async (instances, workspace) => {
    await admit(workspace);
    await writeFile(join(instances, TALLY, 'environment/extra'), '');
  });
  expect(changed.admitted).toBe(0);
  expect(changed.problems).toContainEqual(
    expect.objectContaining({
      subject: TALLY,
      problem: 'its admission does not hold any more; changed: environment',
    }),
  );
});

test('the canary is in all files or in none, and changes nothing', async () => {
  const plain = await validate(() => Promise.resolve());
  expect(plain.canary).toMatchObject({ marked: 0 });
  const marked = await validate(async (_, workspace) => void (await markDataset(workspace)));
  expect(marked).toMatchObject({ problems: [], digest: plain.digest });
  expect(marked.canary?.marked).toBe(plain.canary?.files);
  const partly = await validate(async (dir, workspace) => {
    await markDataset(workspace);
    await writeFile(join(dir, TALLY, 'task.open.md'), await unmarkedText());
  });
  expect(partly.problems).toEqual([
    expect.objectContaining({ problem: expect.stringMatching(/in 25 of 26/) as string }),
  ]);
});

async function unmarkedText(): Promise<string> {
  const text = await readFile(join(root, 'instances', TALLY, 'task.open.md'), 'utf8');
  return withoutCanary(text);
}

test('a private instance cannot be published', async () => {
  const { problems } = await validate(async (dir) => {
    await edit(join(dir, TALLY, 'instance.yaml'), 'licence: MIT', 'licence: MIT\nprivate: true');
  });
  expect(problems.map(({ problem }) => problem)).toContainEqual(
    expect.stringMatching(/the instance is private$/),
  );
});

test('an instance without tests needs no environment', async () => {
  const { problems } = await validate(async (dir) => {
    await rm(join(dir, TALLY, 'environment'), { recursive: true });
    await edit(join(dir, TALLY, 'instance.yaml'), 'licence: MIT', 'licence: MIT\nno_tests: slow');
  });
  expect(problems.map(({ subject }) => subject)).toEqual(['README.md']);
});

test.each<[string, RegExp, (instances: string, workspace: Workspace) => Promise<void>]>([
  [
    'a changed text makes the card stale',
    /^README\.md: the card is stale/,
    (dir) => writeFile(join(dir, TALLY, 'task.open.md'), 'Another text.\n'),
  ],
  [
    'another version',
    /^README\.md: the card is for version 0\.9\.0, not 1\.0\.0/,
    (dir) => edit(join(dir, 'README.md'), 'version: 1.0.0', 'version: 0.9.0'),
  ],
  [
    'no canary',
    /^README\.md: the canary/,
    (dir) => edit(join(dir, 'README.md'), `canary ${CANARY}`, ''),
  ],
  ['no card', /^README\.md: there is no card/, (dir) => rm(join(dir, 'README.md'))],
  ['no dataset.yaml', /^dataset\.yaml: .*no such file/, (dir) => rm(join(dir, 'dataset.yaml'))],
  ['no text', /task text is missing/, (dir) => rm(join(dir, TALLY, 'task.instructed.md'))],
  [
    'a closed licence',
    /"BUSL-1\.1" is not known as an open licence/,
    (dir) => edit(join(dir, TALLY, 'instance.yaml'), 'licence: MIT', 'licence: BUSL-1.1'),
  ],
  [
    'no rules',
    /there are no rules/,
    (_dir, { rulesDir }) => rm(join(rulesDir, TALLY), { recursive: true }),
  ],
  [
    'nothing that counts tests',
    /count_tests is missing/,
    (dir) => edit(join(dir, TALLY, 'instance.yaml'), SUITE, ''),
  ],
  [
    'an unknown base image',
    /there is no base image "node-0"/,
    (dir) => edit(join(dir, TALLY, 'instance.yaml'), 'base_image: node-', 'base_image: node-0 #'),
  ],
  [
    'a wrong id',
    /must be the folder's name/,
    (dir) => rename(join(dir, TALLY), join(dir, 'refbench__other-6637120b')),
  ],
])('%s is a problem', async (_what, expected, change) => {
  const { problems } = await validate(change);
  const lines = problems.map(({ subject, problem }) => `${subject}: ${problem}`);
  expect(lines).toContainEqual(expect.stringMatching(expected));
  expect(problems.every(({ hint }) => hint !== '')).toBe(true);
});

test('two instances with the same golden commit are a problem', async () => {
  const other = 'refbench__copy-6637120b';
  const { problems } = await validate(async (dir, { rulesDir }) => {
    for (const folder of [dir, rulesDir]) {
      await cp(join(folder, TALLY), join(folder, other), { recursive: true });
    }
    await edit(join(dir, other, 'instance.yaml'), `id: ${TALLY}`, `id: ${other}`);
  });
  expect(problems).toContainEqual({
    subject: TALLY,
    problem: `its golden commit is also that of ${other}`,
    hint: `remove ${TALLY} or ${other}`,
  });
});
