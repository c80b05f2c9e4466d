import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { readTar } from '@refbench/repos';
import { errorText } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { refused, type DataFiles, type EntryKind } from './data-files.ts';
import { FileCollector } from './file-collector.ts';

/**
 * Reads a data set from a tar, tar.gz or zip archive into memory. Nothing is unpacked to the disk.
 * @param source how errors name the archive
 * @throws RefbenchError kind `invalid-file`
 */
export async function readDataArchive(path: string, source: string = path): Promise<DataFiles> {
  const collector = new FileCollector(source);
  try {
    const start = await firstBytes(path);
    if (start.toString('latin1') === 'PK\u0003\u0004') await readZip(path, collector);
    else await readTarArchive(path, start, collector);
  } catch (error) {
    if (RefbenchError.isInstance(error)) throw error;
    throw refused(source, `it cannot be read as a tar, tar.gz or zip archive: ${errorText(error)}`);
  }
  return collector.files;
}

async function firstBytes(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer: bytes, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
  return bytes.subarray(0, bytesRead);
}

async function readTarArchive(
  path: string,
  start: Buffer,
  collector: FileCollector,
): Promise<void> {
  const file = createReadStream(path);
  const zipped = start[0] === 0x1f && start[1] === 0x8b;
  const stream = zipped ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => stream.destroy(error));
  try {
    for await (const entry of readTar(stream)) {
      const admitted = collector.admit(entry.name, entry.type, entry.size);
      if (admitted === undefined) continue;
      const pieces: Buffer[] = [];
      for await (const piece of entry.body()) pieces.push(piece);
      const bytes = Buffer.concat(pieces);
      collector.add(admitted, { bytes, executable: (entry.mode & 0o100) !== 0 });
    }
  } finally {
    file.destroy();
  }
}

async function readZip(path: string, collector: FileCollector): Promise<void> {
  // Names are checked by the collector, which says what is wrong with them.
  const zip = await openPromise(path, { decodeStrings: true, validateEntrySizes: true });
  try {
    for await (const entry of zip.eachEntry()) await readMember(zip, entry, collector);
  } finally {
    zip.close();
  }
}

async function readMember(zip: ZipFile, entry: Entry, collector: FileCollector): Promise<void> {
  const mode = unixMode(entry);
  const kind = kindOf(entry.fileName, mode);
  const admitted = collector.admit(entry.fileName, kind, entry.uncompressedSize);
  if (admitted === undefined) return;
  const bytes = await buffer(await zip.openReadStreamPromise(entry, {}));
  collector.add(admitted, { bytes, executable: (mode & 0o100) !== 0 });
}

/** The mode of a member; 0 if the archive was not made on Unix. */
function unixMode({ versionMadeBy, externalFileAttributes }: Entry): number {
  return versionMadeBy >> 8 === 3 ? externalFileAttributes >>> 16 : 0;
}

function kindOf(name: string, mode: number): EntryKind {
  if (name.endsWith('/')) return 'directory';
  const type = mode & 0o170000;
  if (type === 0 || type === 0o100000) return 'file';
  return type === 0o120000 ? 'symlink' : 'special';
}
