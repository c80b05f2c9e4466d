import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instance } from '@refbench/contracts';
import { makeOwnedFolder } from '@refbench/base';
import type { Repository } from '@refbench/repos';
import { judgeEvidence } from './findings/judge-evidence.ts';
import { LEAK_SCHEMA } from './findings/leak-report.ts';
import { goldenTraces } from './golden/golden-traces.ts';
import { judgePackage, ownPackages, type OwnPackageVerdict } from './golden/own-packages.ts';
import { escapes } from './image/entry-escapes.ts';
import type { FileEvidence } from './image/file-observer.ts';
import { commitTime } from './image/git-directory.ts';
import { ImageScan } from './image/image-scan.ts';
import { SystemPackages } from './image/system-packages.ts';
import type { PackageIdentity } from './packages/package-identity.ts';

/** A package archive on this host. */
export interface SearchedArchive {
  readonly file: string;
  /** Where its package manager keeps it, such as `.m2/repository/...`: says which package it is. */
  readonly place: string;
  readonly size: number;
}

/** Judges published packages for one instance before a container gets them. */
export interface ArchiveGate extends AsyncDisposable {
  /** Identifies what the verdicts depend on. */
  readonly key: string;
  /** Judges a package by its name, version, addresses and time. */
  judge(identity: PackageIdentity): OwnPackageVerdict;
  /** Searches an archive. Returns why it may not be handed out; undefined if it may. */
  search(archive: SearchedArchive): Promise<string | undefined>;
}

export interface ArchiveGateOptions {
  readonly instance: Instance;
  readonly repository: Repository;
  readonly stateDir: string;
  /** The most bytes that one archive may unpack to. */
  readonly maxUnpackedBytes: number;
}

/**
 * Opens a gate for packages of one instance. It searches one archive at a time, with the evidence of the
 * gate for images: files and lines of golden, its commit, and releases of the instance's own package.
 */
export async function openArchiveGate(options: ArchiveGateOptions): Promise<ArchiveGate> {
  const { instance, repository, stateDir } = options;
  const folder = await makeOwnedFolder(join(stateDir, 'scratch'), stateDir);
  const [traces, goldenAt] = await Promise.all([
    goldenTraces(instance, repository),
    commitTime(repository.gitDir, instance.golden),
  ]);
  const own = await ownPackages(instance, repository, goldenAt);
  let queue: Promise<unknown> = Promise.resolve();

  async function searchOne({ file, place, size }: SearchedArchive): Promise<string | undefined> {
    const packs = join(folder.path, 'packs');
    await mkdir(packs, { recursive: true });
    const evidence: FileEvidence[] = [];
    let unpacked = 0;
    let problem: string | undefined;
    const scan = new ImageScan({
      traces,
      own,
      secrets: [],
      scratch: packs,
      onEvidence: (found) => void evidence.push(found),
      onEntry: (entry) => {
        if (escapes(entry)) problem ??= `its entry ${JSON.stringify(entry.name)} leaves its folder`;
      },
      onUnpacked: (bytes) => {
        unpacked += bytes;
        if (unpacked <= options.maxUnpackedBytes) return;
        problem ??= `it unpacks to more than ${options.maxUnpackedBytes} bytes`;
        throw new Error(problem);
      },
    });
    await scan.file({ layer: 'archive', path: place, size, chunks: createReadStream(file) });
    if (problem !== undefined) return problem;
    const findings = judgeEvidence({
      traces,
      own,
      layers: ['archive'],
      baseLayers: 0,
      links: new Map(),
      system: new SystemPackages(),
      evidence,
    });
    const found = findings.find(({ severity }) => severity === 'leak');
    return found === undefined ? undefined : `${found.kind}: ${found.witness}`;
  }

  return {
    key: [LEAK_SCHEMA, instance.repository.name, instance.base, instance.golden].join(' '),
    judge: (identity) => judgePackage(own, identity),
    search(archive) {
      const result = queue.then(() => searchOne(archive));
      queue = result.catch(() => undefined);
      return result;
    },
    [Symbol.asyncDispose]: async () => {
      await queue;
      await folder[Symbol.asyncDispose]();
    },
  };
}
