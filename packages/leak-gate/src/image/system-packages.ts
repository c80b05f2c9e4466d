import { collect } from './byte-streams.ts';

const FILE_LIST = /^(?:\.\/)?var\/lib\/dpkg\/info\/([^/:]+)(?::[^/]+)?\.list$/;
const MAX_LIST_BYTES = 2 ** 24;

/** Which files of an image the distribution's packages brought, by the package manager's own lists. */
export class SystemPackages {
  private readonly owners = new Map<string, string>();

  /** The bytes again where the file is such a list; else undefined, and nothing is read. */
  async keep(path: string, chunks: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
    const name = FILE_LIST.exec(path)?.[1];
    if (name === undefined) return undefined;
    const bytes = (await collect(chunks, MAX_LIST_BYTES)) ?? Buffer.alloc(0);
    for (const line of bytes.toString('latin1').split('\n')) {
      if (line.length > 1) this.owners.set(plain(line), name);
    }
    return bytes;
  }

  /** The package that a file or the archive around it belongs to. */
  ownerOf(path: string): string | undefined {
    return this.owners.get(plain(path.split('!', 1)[0] ?? ''));
  }
}

/** `/lib` is a link to `/usr/lib`, and lists name either. */
function plain(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '').replace(/^usr\//, '');
}
