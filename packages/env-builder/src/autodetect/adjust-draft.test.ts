import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { adjustDraft } from './adjust-draft.ts';
import { NO_ADJUSTMENTS } from './draft/adjustments.ts';
import { recipeOf } from './draft/recipe-of.ts';
import type { RecipeDraft } from './draft/recipe-draft.ts';

const IMAGES = ['go-1.20', 'go-1.21', 'go-1.22'];

async function draft(): Promise<RecipeDraft> {
  const suite = { title: 'tests', format: 'tap', run: 'true', reports: ['x'] } as const;
  return {
    kind: 'draft',
    baseImage: 'go-1.21',
    manifests: [],
    testTimeoutSeconds: 900,
    ...(await recipeOf({ systemPackages: [], shell: 'true\n', suite })),
    reasons: [],
  };
}

test('nothing to adjust changes nothing', async () => {
  const plain = await draft();
  expect(adjustDraft(plain, NO_ADJUSTMENTS, IMAGES)).toEqual(plain);
});

test('commands of the system, variables and preparations are part of the scripts', async () => {
  const adjusted = adjustDraft(
    await draft(),
    {
      ...NO_ADJUSTMENTS,
      systemCommands: ['locale-gen'],
      variables: { TZ: "Asia/Tokyo o'clock" },
      preparation: ['make build'],
      excludedTests: ['b > 2', 'a'],
    },
    IMAGES,
  );
  const text = (name: string): string => adjusted.files.get(name)?.text ?? '';
  expect(text('install_system.sh')).toMatch(/\nset -euo pipefail\nlocale-gen\n$/);
  expect(text('setup_shell.sh')).toMatch(
    /come[^]*\n\nexport TZ='Asia\/Tokyo o'\\''clock'\ntrue\n$/,
  );
  expect(adjusted.suite?.excluded_tests).toEqual(['a', 'b > 2']);
  expect(text('test_command')).toMatch(
    /\nmake build <\/dev\/null >&2 \|\| true\n\nrun_suite <\/dev\/null\n/,
  );
});

test('an older image is taken only if it can build what the manifests ask for', async () => {
  const older = { ...NO_ADJUSTMENTS, toolchain: -1 };
  expect(adjustDraft(await draft(), older, IMAGES).baseImage).toBe('go-1.20');
  const bound = { ...(await draft()), oldestImage: 'go-1.21' };
  expect(adjustDraft(bound, older, IMAGES)).toEqual(bound);
  const newer = { ...NO_ADJUSTMENTS, toolchain: 1 };
  expect(adjustDraft(bound, newer, IMAGES).baseImage).toBe('go-1.22');
});

test('files that are not needed are removed after everything was installed', async () => {
  const unneeded = ['.m2/a b.jar', '.m2/c.pom'];
  const { files } = adjustDraft(await draft(), { ...NO_ADJUSTMENTS, unneeded }, IMAGES);
  const text = files.get('setup_shell.sh')?.text ?? '';
  expect(text).toMatch(/\ntrue\n\nif \[ "\$\{REFBENCH_WARM:-\}" = 1 \]; then\n/);
  await using home = await temporaryFolder();
  await mkdir(join(home.path, '.m2'));
  for (const name of ['a b.jar', 'c.pom', 'd.pom'])
    await writeFile(join(home.path, '.m2', name), '');
  const env = { PATH: process.env['PATH'], HOME: home.path };
  execFileSync('bash', ['--norc', '-euc', text], { env });
  expect(await readdir(join(home.path, '.m2'))).toHaveLength(3);
  execFileSync('bash', ['--norc', '-euc', text], { env: { ...env, REFBENCH_WARM: '1' } });
  expect(await readdir(join(home.path, '.m2'))).toEqual(['d.pom']);
});

test.each([
  [1, 'go-1.22'],
  [5, 'go-1.22'],
  [-1, 'go-1.20'],
])('a toolchain that is %i images newer', async (toolchain, image) => {
  const adjusted = adjustDraft(await draft(), { ...NO_ADJUSTMENTS, toolchain }, IMAGES);
  expect(adjusted.baseImage).toBe(image);
  expect(adjusted.reasons[0]?.choice).toBe(image);
});
