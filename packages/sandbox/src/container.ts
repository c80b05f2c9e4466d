import type { Readable } from 'node:stream';
import type { InfraCause } from '@refbench/contracts';
import type { HostFolder } from './storage/storage-plan.ts';

/** How a container ended, told apart by evidence; the first cause wins. */
export type ContainerEnd =
  | { readonly kind: 'exited'; readonly exitCode: number; readonly oomSeen: boolean }
  | { readonly kind: 'timed-out'; readonly limit: 'wall-clock' | 'idle'; readonly limitMs: number }
  | { readonly kind: 'out-of-memory'; readonly limitBytes: number }
  | {
      readonly kind: 'storage-exceeded';
      readonly limitBytes: number;
      readonly enforcement: 'kernel' | 'advisory';
    }
  /** The caller's signal; `reason` is the signal's reason as text. */
  | { readonly kind: 'stopped'; readonly reason: string }
  | { readonly kind: 'infra-failed'; readonly cause: InfraCause; readonly detail: string };

export interface StartOptions {
  /** Aborting stops the container: TERM, grace, KILL. */
  readonly signal?: AbortSignal;
  /** Demuxed and bounded; a slow or throwing listener never blocks the container. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
}

/** The bounded log: head and tail are kept, the middle is dropped where it is over `limits.log_bytes`. */
export interface ContainerLog {
  readonly bytes: Buffer;
  readonly droppedBytes: number;
}

/** Disposing removes the container and its storage, whatever its state. */
export interface CreatedContainer extends AsyncDisposable {
  readonly id: string;
  readonly name: string;
  /** A tar, unpacked at `directory` (which exists). Only before the start. */
  putArchive(directory: string, archive: Readable): Promise<void>;
  start(options?: StartOptions): Promise<RunningContainer>;
}

export interface RunningContainer extends AsyncDisposable {
  readonly id: string;
  readonly name: string;
  /** Resolves once; never rejects for anything that happens to the container. */
  readonly ended: Promise<StoppedContainer>;
}

export interface StoppedContainer extends AsyncDisposable {
  readonly end: ContainerEnd;
  readonly log: ContainerLog;
  readonly durationMs: number;
  /** A tar of a directory of the stopped container, as it is on its disk. */
  getArchive(path: string): Promise<Readable>;
  /**
   * A writable directory as a folder of this host, to be read only; undefined where the storage is the
   * engine's own. Unlike an archive it can be read in part, and also when its disk is full.
   */
  openFolder(path: string): Promise<HostFolder | undefined>;
  /** One small regular file; undefined where there is none, an error where it is larger than the cap. */
  readFile(path: string, maxBytes: number): Promise<Buffer | undefined>;
  /** Build profile only. `changes` are Dockerfile lines (USER, WORKDIR, ENV, LABEL). */
  commit(reference: string, changes: readonly string[]): Promise<string>;
}
