import { collect } from './byte-streams.ts';

const FILE_LIST = /^(?:\.\/)?var\/lib\/dpkg\/info\/([^/:]+)(?::[^/]+)?\.list$/;
const MAX_LIST_BYTES = 2 ** 24;

/** The files of distribution packages, according to the lists of the package manager. */
export class SystemPackages {
  private readonly owners = new Map<string, string>();

  /**
   * Reads a file if it is such a list and returns its bytes; otherwise returns undefined without
   * reading.
   */
  async keep(path: string, chunks: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
    const name = FILE_LIST.exec(path)?.[1];
    if (name === undefined) return undefined;
    const bytes = (await collect(chunks, MAX_LIST_BYTES)) ?? Buffer.alloc(0);
    for (const line of bytes.toString('latin1').split('\n')) {
      if (line.length > 1) this.owners.set(plain(line), name);
    }
    return bytes;
  }

  /** Returns the package of a file or of the archive that contains it. */
  ownerOf(path: string): string | undefined {
    return this.owners.get(plain(path.split('!', 1)[0] ?? ''));
  }
}

/** Normalises `/lib` to `/usr/lib`, because lists use either path. */
function plain(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '').replace(/^usr\//, '');
}
