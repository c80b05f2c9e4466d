import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';

const root = resolve(import.meta.dirname, '../../..');

const manifestSchema = z.object({
  name: z.string(),
  private: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

const names = await readdir(join(root, 'packages'));
const folders = [...names.map((name) => `packages/${name}`), 'docker'];

const manifests = await Promise.all(
  folders.map(async (folder) => {
    const text = await readFile(join(root, folder, 'package.json'), 'utf8');
    return manifestSchema.parse(JSON.parse(text));
  }),
);

const publicNames = new Set(
  manifests.filter((manifest) => manifest.private !== true).map(({ name }) => name),
);

const packedSchema = z.array(
  z.object({ name: z.string(), files: z.array(z.object({ path: z.string() })) }),
);

/** What `npm pack` would put into each public package, without a build and without its scripts. */
async function packedFiles(): Promise<readonly { name: string; paths: readonly string[] }[]> {
  const args = ['pack', '--dry-run', '--json', '--workspaces', '--ignore-scripts'];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 100_000_000 });
  const answer: unknown = JSON.parse(stdout);
  // npm 11 prints an object by name, earlier versions print a list.
  const list = Array.isArray(answer)
    ? answer
    : Object.values(z.record(z.string(), z.unknown()).parse(answer));
  return packedSchema
    .parse(list)
    .filter(({ name }) => publicNames.has(name))
    .map(({ name, files }) => ({ name, paths: files.map(({ path }) => path) }));
}

const packages = await packedFiles();

function folderOf(name: string): string {
  if (name === '@refbench/docker') return 'docker';
  return `packages/${name === 'refbench' ? 'cli' : name.replace('@refbench/', '')}`;
}

test('public packages depend on public packages only', () => {
  for (const { name, dependencies } of manifests.filter((one) => publicNames.has(one.name))) {
    const own = Object.keys(dependencies).filter((one) => one.startsWith('@refbench/'));
    expect({ name, hidden: own.filter((one) => !publicNames.has(one)) }).toEqual({
      name,
      hidden: [],
    });
  }
});

test('there are packages', () => expect(packages.length).toBeGreaterThan(10));

test.each(packages)('$name has a licence and a README, and no tests', ({ paths }) => {
  expect(paths).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
  expect(paths.filter((path) => /\.(?:test|testkit)\.|docker-tests|fixtures/.test(path))).toEqual(
    [],
  );
});

test.each(packages)(
  'every import within the sources of $name is packed',
  async ({ name, paths }) => {
    const packed = new Set(paths);
    const missing: string[] = [];
    for (const path of paths.filter((one) => /^(?:src|bin)\/.*\.m?[jt]s$/.test(one))) {
      const text = await readFile(resolve(root, folderOf(name), path), 'utf8');
      for (const [, target = ''] of text.matchAll(/(?:from|import) ?\(?'(\.[^']+)'/g)) {
        const imported = posix.join(posix.dirname(path), target);
        if (imported.startsWith('dist/') || packed.has(imported)) continue;
        missing.push(`${path} imports ${target}`);
      }
    }
    expect(missing).toEqual([]);
  },
);

test.each(packages)('every data file that $name reads is packed', async ({ name, paths }) => {
  const missing: string[] = [];
  for (const path of paths.filter((one) => one.startsWith('src/'))) {
    const text = await readFile(resolve(root, folderOf(name), path), 'utf8');
    for (const [, target = ''] of text.matchAll(/new URL\(['`]([^'`$]+)[^)]*import\.meta\.url/g)) {
      const place = posix.join(posix.dirname(path), target);
      // The root of a checkout or of the package, and what exists only while the command is packed or after a build.
      if (['../..', './', 'bundled'].includes(place) || place.endsWith('-worker.js')) continue;
      if (!paths.some((one) => one === place || one.startsWith(posix.join(place, '/')))) {
        missing.push(`${path} reads ${place}`);
      }
    }
  }
  expect(missing).toEqual([]);
});

test('every package has the licence of the project', async () => {
  const licence = await readFile(resolve(root, 'LICENSE'), 'utf8');
  for (const { name } of packages) {
    expect(await readFile(resolve(root, folderOf(name), 'LICENSE'), 'utf8')).toBe(licence);
  }
});
