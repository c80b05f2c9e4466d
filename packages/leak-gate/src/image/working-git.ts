import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exists } from '@refbench/base';
import { gitDirectoryFaults } from './git-directory.ts';

const PREFIX = 'testbed/.git/';

/**
 * Reconstructs the git directory of /testbed as a container sees it. Layers arrive in any order, so
 * they are stored separately until all are available.
 */
export class WorkingGit {
  private readonly folder: string;
  /** Maps a layer to the paths below .git that it deletes; `''` means the whole directory. */
  private readonly removed = new Map<string, string[]>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Stores a file of the git directory and returns its bytes from disk; undefined for other paths. */
  async keep(
    layer: string,
    path: string,
    chunks: AsyncIterable<Buffer>,
  ): Promise<AsyncIterable<Buffer> | undefined> {
    const inside = insideOf(path);
    if (inside === undefined) return undefined;
    const target = join(this.layerFolder(layer), inside);
    await mkdir(dirname(target), { recursive: true });
    await pipeline(Readable.from(chunks, { objectMode: false }), createWriteStream(target));
    return createReadStream(target);
  }

  /** Records what a whiteout entry hides of lower layers. Ignores other entries. */
  whiteout(layer: string, path: string): void {
    const match = /^(.*?)(?:^|\/)\.wh\.([^/]+)$/.exec(path.replace(/^(\.\/)+/, ''));
    if (match === null) return;
    const [, folder = '', name = ''] = match;
    const hidden = name === '.wh..opq' ? folder : `${folder}/${name}`.replace(/^\//, '');
    const inside = PREFIX.startsWith(`${hidden}/`) ? '' : insideOf(hidden);
    if (inside === undefined) return;
    this.removed.set(layer, [...(this.removed.get(layer) ?? []), inside]);
  }

  /** Lists the content beyond one commit; undefined if the image has no git directory in /testbed. */
  async faults(layers: readonly string[]): Promise<readonly string[] | undefined> {
    const merged = join(this.folder, 'merged');
    for (const layer of layers) {
      for (const path of this.removed.get(layer) ?? []) {
        await rm(join(merged, path), { recursive: true, force: true });
      }
      const source = this.layerFolder(layer);
      if (await exists(source)) await cp(source, merged, { recursive: true });
    }
    if (!(await exists(merged))) return undefined;
    // git requires these folders, which a tar archive of files omits if they are empty.
    await mkdir(join(merged, 'refs'), { recursive: true });
    await mkdir(join(merged, 'objects'), { recursive: true });
    return await gitDirectoryFaults(merged);
  }

  private layerFolder(layer: string): string {
    return join(this.folder, layer.replace(/[^A-Za-z0-9]+/g, '-'));
  }
}

function insideOf(path: string): string | undefined {
  const plain = path.replace(/^(?:\.\/)+/, '');
  if (!plain.startsWith(PREFIX)) return undefined;
  const inside = plain.slice(PREFIX.length);
  return inside.split('/').includes('..') ? undefined : inside;
}
