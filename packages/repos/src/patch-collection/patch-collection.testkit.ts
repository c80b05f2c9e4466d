import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { buffer } from 'node:stream/consumers';
import { packOneCommit } from '../pack/pack-one-commit.ts';
import type { Repository } from '../tree/repository.ts';
import { emptyRepository, textFiles, writeFiles, type TestFiles } from '../repos.testkit.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import type { TarHeader } from '../tar/tar-header.ts';
import { encodeHeader, END_OF_ARCHIVE, endOfBody, type TarOwner } from '../tar/write-tar.ts';
import { COLLECTION_LIMITS, type CollectionLimits } from './collection-limits.ts';
import type { CollectedPatch } from './collected-patch.ts';
import { collectPatch } from './collect-patch.ts';
import { openIgnoreRules } from './ignore-rules.ts';

type Made = Partial<TarHeader> & { readonly name: string; readonly bytes?: Buffer | string };

const owner = { uid: 0, gid: 0, mtime: 0 };

/** Builds a tar archive manually, including invalid ones. */
export function makeTar(entries: readonly Made[], end: Buffer = END_OF_ARCHIVE): Readable {
  const parts = entries.flatMap((entry) => {
    const bytes = Buffer.from(entry.bytes ?? '');
    const type = entry.type ?? 'file';
    const header = encodeHeader(
      {
        name: entry.name,
        type: type === 'special' ? 'file' : type,
        mode: entry.mode ?? 0o644,
        size: bytes.length,
        linkTarget: entry.linkTarget ?? '',
      },
      owner,
    );
    if (type === 'special') setType(header, '6');
    return [header, bytes, endOfBody(bytes.length)];
  });
  return Readable.from(pieces(Buffer.concat([...parts, end])), { objectMode: false });
}

/** Splits bytes into chunks of odd sizes, so that headers and bodies are split. */
function* pieces(bytes: Buffer): Generator<Buffer, void, undefined> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

function setType(header: Buffer, type: string): void {
  const old = header[156] ?? 0;
  header.write(type, 156, 'latin1');
  const sum = Number.parseInt(header.toString('latin1', 148, 154), 8) - old + type.charCodeAt(0);
  header.write(sum.toString(8).padStart(6, '0'), 148, 'latin1');
}

/** Creates a tar archive of a folder with the tar program of the system, like a container engine. */
export function tarOfFolder(parent: string, format: 'gnu' | 'pax' = 'gnu'): Readable {
  const bytes = execFileSync('tar', [`--format=${format}`, '-C', parent, '-cf', '-', 'testbed'], {
    maxBuffer: 2 ** 28,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  });
  return Readable.from(pieces(bytes), { objectMode: false });
}

export const benchOwner: TarOwner = {
  uid: process.getuid?.() ?? 0,
  gid: process.getgid?.() ?? 0,
  mtime: 0,
};

export const baseFiles: TestFiles = textFiles({
  '.gitignore': 'node_modules/\n*.log\n/dist\n',
  'src/a.ts': 'export const a = 1;\n',
  'src/b.ts': 'export const b = 2;\r\n',
  'dist/tracked.js': 'tracked\n',
  'run.sh': 'exec:echo\n',
  link: 'link:src/a.ts',
});

export interface Bench {
  readonly repository: Repository;
  readonly base: string;
  /** The unpacked working folder, which the agent changes. */
  readonly testbed: string;
  readonly collect: (
    archive?: Readable | (() => Readable),
    limits?: Partial<CollectionLimits>,
  ) => Promise<CollectedPatch>;
  /** The result of collecting from the folder itself. */
  readonly collectFolder: (
    limits?: Partial<CollectionLimits>,
    signal?: AbortSignal,
  ) => Promise<CollectedPatch>;
}

/** Unpacks base as in an image, lets the agent work, and returns the collected patch. */
export async function withBench(
  work: (bench: Bench) => Promise<void>,
  files: TestFiles = baseFiles,
): Promise<void> {
  await using folder = await temporaryFolder('refbench-test-');
  await using repository = await emptyRepository(folder.path);
  const base = await writeFiles(repository, files);
  const testbed = join(folder.path, 'testbed');
  await mkdir(testbed);
  const tar = await buffer(packOneCommit(repository, base, benchOwner));
  execFileSync('tar', ['-C', testbed, '-xf', '-'], { input: tar });
  await using ignored = await openIgnoreRules(repository, base);
  await work({
    repository,
    base,
    testbed,
    collect: (archive = () => tarOfFolder(folder.path), limits = {}) =>
      collectPatch({
        source: {
          kind: 'archive',
          open: () => Promise.resolve(typeof archive === 'function' ? archive() : archive),
        },
        repository,
        base,
        ignored,
        limits: { ...COLLECTION_LIMITS, ...limits },
      }),
    collectFolder: (limits = {}, signal = new AbortController().signal) =>
      collectPatch({
        source: { kind: 'folder', path: testbed },
        repository,
        base,
        ignored,
        limits: { ...COLLECTION_LIMITS, ...limits },
        signal,
      }),
  });
}

/** Returns the patch of an agent, or the reason of the rejection. */
export async function patchOf(work: (testbed: string) => Promise<void>): Promise<string> {
  let patch = '';
  await withBench(async (bench) => {
    await work(bench.testbed);
    const result = await bench.collect();
    // The archive and the folder must produce the same result.
    expect(await bench.collectFolder()).toEqual(result);
    patch =
      result.kind === 'collected'
        ? result.patch.toString('latin1')
        : `${result.stage}: ${result.reason}`;
  });
  return patch;
}

export function changedFiles(patch: string): readonly string[] {
  return [...patch.matchAll(/^diff --git "?a\/(.*?)"? "?b\//gm)].map((match) => match[1] ?? '');
}
