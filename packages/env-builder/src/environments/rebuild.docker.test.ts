import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openRepository } from '@refbench/repos';
import { connectEngine } from '@refbench/sandbox';
import { temporaryFolder, writeInstance, writeRepository } from '@refbench/test-helpers';
import { extract } from 'tar-stream';
import { expect, it } from 'vitest';
import { ensureEnvironment } from './environment.ts';
import { readImageDefinitions } from '../images/image-definitions.ts';
import { removeEnvironment } from './dependency-layer.ts';
import { resolveBuildNetwork } from '../builds/build-network.ts';

/** What an installation from a lock file leaves: the same files, written in another order and later. */
const LOCKED = `
# An interrupted run of this test may have left an image of the same text: ${randomUUID()}
for name in $(seq 40 | shuf); do
  mkdir -p ~/.npm/$name && seq 2000 >~/.npm/$name/index.js && ln -sf ../$name/index.js ~/.npm/$name/link
done
[ -e deps ] || { mkdir deps && cp -r ~/.npm/. deps/; }
`;

it('builds the same files from nothing, at another time', async () => {
  await using folder = await temporaryFolder();
  const content = (text: string): Record<string, string> => ({
    'a.js': text,
    '.gitignore': 'deps\n',
  });
  const commits = await writeRepository(folder.path, {
    base: content('export const base = 1;\n'),
    golden: content('export const golden = 2;\n'),
  });
  const scripts = { 'setup_shell.sh': LOCKED };
  const instance = await writeInstance(folder.path, { scripts, ...commits });
  const build = async (): Promise<readonly string[]> => {
    // Neither a cache nor an image of the other build is there.
    await using state = await temporaryFolder();
    await using engine = await connectEngine({ stateDir: state.path });
    await using repository = await openRepository({
      repository: instance.repository,
      instanceDir: folder.path,
      ...commits,
      cacheDir: join(state.path, 'repositories'),
    });
    const said: string[] = [];
    const environment = await ensureEnvironment({
      engine,
      instance,
      instanceDir: folder.path,
      repository,
      options: {
        stateDir: state.path,
        definitions: await readImageDefinitions(),
        network: await resolveBuildNetwork(),
        onProgress: (line) => said.push(line),
      },
    });
    // Environments have the label of their dependencies, which no other test has.
    const image = await engine.inspectImage(environment.imageId);
    const own = image?.labels['refbench.dependencies'] ?? '';
    try {
      expect(own).not.toBe('');
      expect(said).toContain('installing dependencies');
      return await filesOf(await engine.saveImage(environment.imageId));
    } finally {
      await removeEnvironment(engine, environment.imageId, [environment.reference]);
      for (const { tags } of await engine.listImages(`refbench.dependencies=${own}`)) {
        for (const tag of tags) await engine.removeImage(tag);
      }
    }
  };
  const files = await build();
  expect(files).toContainEqual(expect.stringMatching(/\.npm\/40\/index\.js file /));
  expect(await build()).toEqual(files);
});

/**
 * Lists what the layers of a saved image hold: path, type, mode, owner, target and content. Times
 * count in the tree only, because caches in the home folder need those of their files.
 */
async function filesOf(saved: Readable): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const layer of saved.pipe(extract())) {
    if (!/layer\.tar$|^blobs\//.test(layer.header.name) || (layer.header.size ?? 0) < 4096) {
      layer.resume();
      continue;
    }
    for await (const entry of Readable.from(layer).pipe(extract())) {
      const { name, type, mode, uid, gid, linkname, mtime } = entry.header;
      const hash = createHash('sha256');
      for await (const piece of entry) hash.update(piece as Buffer);
      const time = name.startsWith('testbed/') ? mtime?.toISOString() : '';
      const fields = [mode.toString(8), uid, gid, linkname, hash.digest('hex'), time];
      lines.push(`${name} ${type} ${fields.join(' ')}`);
    }
  }
  return lines.sort();
}
