import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

// Below the root of the workspace, so that the packages resolve as they do for a user.
await mkdir(join(root, '.refbench'), { recursive: true });
const folder = await mkdtemp(join(root, '.refbench', 'examples-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Example {
  readonly name: string;
  readonly code: string;
  readonly path: string;
}

/** Where each package lies. */
async function packages(): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(join(root, 'packages'));
  return new Map([
    ...names.map((name) => [name, `packages/${name}`] as const),
    ['docker', 'docker'],
  ]);
}

/** The TypeScript of every README; scripts/check-packages checks its types. */
async function readExamples(): Promise<readonly Example[]> {
  const examples: Example[] = [];
  for (const [name, place] of await packages()) {
    const text = await readFile(join(root, place, 'README.md'), 'utf8');
    for (const [, code = ''] of text.matchAll(/```ts\n([\s\S]*?)```/g)) {
      if (!code.includes(`from '@refbench/${name}'`)) continue;
      const path = join(folder, `${name}-${examples.length}.ts`);
      await writeFile(path, code);
      examples.push({ name, code, path });
    }
  }
  return examples;
}

const examples = await readExamples();

/** The command has no API, and the test helpers are private. */
const WITHOUT_API = new Set(['cli', 'test-helpers']);

test('every public package has an example', async () => {
  const names = [...(await packages()).keys()];
  expect([...new Set(examples.map(({ name }) => name))].sort()).toEqual(
    names.filter((name) => !WITHOUT_API.has(name)).sort(),
  );
});

test.each(examples)('the example of $name prints what its comments say', async ({ code, path }) => {
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((...words) => void printed.push(words.join(' ')));
  vi.spyOn(process, 'cwd').mockReturnValue(root);
  try {
    await import(path);
  } finally {
    vi.restoreAllMocks();
  }
  const expected = [...code.matchAll(/console\.log\(.*\); \/\/ (.*)/g)].map(([, text]) => text);
  expect(printed).toEqual(expected);
});
