import { createHash, type Hash } from 'node:crypto';
import type { EntryName } from './archives.ts';
import type { GoldenTraces } from '../golden/golden-traces.ts';
import { keyOf, type OwnPackages } from '../golden/own-packages.ts';
import {
  isPackageMetadata,
  MAX_METADATA_BYTES,
  readPackageMetadata,
} from '../packages/package-metadata.ts';
import { isFileList, isInstalledInPlace } from '../packages/installed-in-place.ts';
import type { PackageIdentity } from '../packages/package-identity.ts';
import { packagePlace, type PackagePlace } from '../packages/package-place.ts';
import type { AlignedWindow, PhraseSearch } from '../search/phrase-search.ts';
import { secretPatterns, type KnownSecret, type SecretHit } from './secrets.ts';

/** The evidence in one file of an image or one member of an archive. */
export interface FileEvidence {
  readonly layer: string;
  /** The path. Members of archives are appended after `!`. */
  readonly path: string;
  /** Indexes of the lines of the traces. */
  readonly lines: ReadonlySet<number>;
  /** The golden file with the same content. */
  readonly goldenFile: string | undefined;
  /** Whether it contains the id of the golden commit. */
  readonly goldenCommit: boolean;
  readonly knownSecrets: readonly string[];
  readonly secretPatterns: readonly SecretHit[];
  /** The package that it describes or, according to the path, belongs to. */
  readonly identity: PackageIdentity | undefined;
  /** Whether it is the list of files of a Python package that is installed in place, so none is copied. */
  readonly inPlace: boolean;
  /** Parts that could not be searched. */
  readonly unread: readonly Unread[];
  /** Whether it is identical to a file of base. */
  readonly ofBase: boolean;
}

export interface Unread {
  readonly path: string;
  readonly reason: string;
}

export interface ScanRequest {
  readonly traces: GoldenTraces;
  readonly own: OwnPackages;
  readonly secrets: readonly KnownSecret[];
  /** An empty folder. */
  readonly scratch: string;
  /** Called for each file with evidence. */
  readonly onEvidence: (evidence: FileEvidence) => void;
  /** Called with the entries of an outermost archive. */
  readonly onEntry?: (entry: EntryName) => void;
  /** Called with the size of each chunk that was unpacked. What it throws ends the archive. */
  readonly onUnpacked?: (bytes: number) => void;
}

/** A file or a member of an archive to search. */
export interface Subject {
  readonly layer: string;
  readonly path: string;
  readonly size: number | undefined;
  readonly chunks: AsyncIterable<Buffer>;
}

const SYSTEM_FOLDER = /^(?:\.\/)?(?:usr\/(?!local\/)|lib|s?bin\/)/;
/** npm keeps the archives of packages under their digests, so their paths name no package. */
const DOWNLOADS = /\/_cacache\/content-v2\/[^!]*!/;

/** Collects the evidence of one file while its bytes are read. */
export class FileObserver {
  private readonly request: ScanRequest;
  private readonly subject: Subject;
  private readonly search: PhraseSearch['search'];
  private readonly hash: Hash | undefined;
  private objectId: string | undefined;
  private metadata: Buffer[] | undefined;
  private bytesSeen = 0;
  private readonly found = new Set<number>();
  private readonly place: PackagePlace | undefined;
  /** Public downloads and files of the distribution contain no key of this host. */
  private readonly mayHoldKeys: boolean;
  private readonly secrets = new Set<string>();
  private readonly patterns = new Map<string, SecretHit>();

  constructor(request: ScanRequest, subject: Subject, search: PhraseSearch['search']) {
    this.request = request;
    this.subject = subject;
    this.search = search;
    const { size = -1, path } = subject;
    this.place = packagePlace(path);
    this.mayHoldKeys =
      this.place?.identity === undefined && !SYSTEM_FOLDER.test(path) && !DOWNLOADS.test(path);
    if (request.traces.sizes.has(size)) this.hash = createHash('sha1').update(`blob ${size}\0`);
    const isRead = isPackageMetadata(path) || isFileList(path);
    if (isRead && size <= MAX_METADATA_BYTES) this.metadata = [];
  }

  bytes(chunk: Buffer): void {
    this.hash?.update(chunk);
    this.bytesSeen += chunk.length;
    // The size of an archive member may be unknown.
    if (this.bytesSeen > MAX_METADATA_BYTES) this.metadata = undefined;
    this.metadata?.push(chunk);
  }

  look(window: AlignedWindow): void {
    this.search(window, (phrase) => this.found.add(phrase));
    for (const { name, values } of this.request.secrets) {
      if (values.some((value) => window.bytes.includes(value))) this.secrets.add(name);
    }
    if (!this.mayHoldKeys) return;
    for (const hit of secretPatterns(window.bytes.toString('latin1'))) {
      this.patterns.set(`${hit.what} ${hit.text}`, hit);
    }
  }

  /** Whether all bytes, which must have been read, are those of a file of base. */
  isOfBase(): boolean {
    return this.request.traces.baseFiles.has(this.oid());
  }

  /** Returns the evidence in all bytes that were read; undefined if there is none. */
  evidence(commitIndex: number, unread: readonly Unread[]): FileEvidence | undefined {
    const { layer, path } = this.subject;
    const goldenFile = this.request.traces.files.get(this.oid())?.path;
    const identity = this.identity();
    const inPlace = this.isInPlace();
    const goldenCommit = this.found.delete(commitIndex);
    const shows =
      inPlace ||
      goldenFile !== undefined ||
      goldenCommit ||
      identity !== undefined ||
      this.found.size + this.secrets.size + this.patterns.size + unread.length > 0;
    if (!shows) return undefined;
    return {
      layer,
      path,
      lines: this.found,
      goldenFile,
      goldenCommit,
      knownSecrets: [...this.secrets],
      secretPatterns: [...this.patterns.values()],
      identity,
      inPlace,
      unread,
      ofBase: this.isOfBase(),
    };
  }

  /** The object id of the bytes; empty if no file of base or golden has this size. */
  private oid(): string {
    return (this.objectId ??= this.hash?.digest('hex') ?? '');
  }

  private isInPlace(): boolean {
    if (this.metadata === undefined || !isFileList(this.subject.path)) return false;
    return isInstalledInPlace(Buffer.concat(this.metadata).toString('utf8'));
  }

  private identity(): PackageIdentity | undefined {
    const { path } = this.subject;
    const described =
      this.metadata === undefined
        ? undefined
        : readPackageMetadata(path, Buffer.concat(this.metadata));
    if (described !== undefined) return described;
    const byPath = this.place?.identity;
    if (byPath?.version === undefined) return undefined;
    return this.request.own.packages.has(keyOf(byPath)) ? byPath : undefined;
  }
}
