import { promisify } from 'node:util';
import { buffer } from 'node:stream/consumers';
import { gzip } from 'node:zlib';
import { pack } from 'tar-stream';

const compress = promisify(gzip);

/** Packs files into a tar.gz whose bytes follow from paths and contents alone. */
export async function writeArchive(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const archive = pack();
  const bytes = buffer(archive);
  const names = [...files.keys()].sort((left, right) => (left < right ? -1 : 1));
  for (const name of names) {
    const header = { name, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 };
    await new Promise<void>((done, fail) => {
      archive.entry(header, files.get(name) ?? Buffer.alloc(0), (error) => {
        if (error) fail(error);
        else done();
      });
    });
  }
  archive.finalize();
  return await compress(await bytes, { level: 9 });
}
