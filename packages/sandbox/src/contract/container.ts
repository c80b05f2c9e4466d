import type { Readable } from 'node:stream';
import type { InfraCause } from '@refbench/contracts';
import type { HostFolder } from './storage-plan.ts';

/** How a container ended. The evidence decides, and the first cause wins. */
export type ContainerEnd =
  | { readonly kind: 'exited'; readonly exitCode: number; readonly oomSeen: boolean }
  | { readonly kind: 'timed-out'; readonly limit: 'wall-clock' | 'idle'; readonly limitMs: number }
  | { readonly kind: 'out-of-memory'; readonly limitBytes: number }
  | {
      readonly kind: 'storage-exceeded';
      readonly limitBytes: number;
      readonly enforcement: 'kernel' | 'advisory';
    }
  /** The signal of the caller was aborted. `reason` is its reason as text. */
  | { readonly kind: 'stopped'; readonly reason: string }
  | { readonly kind: 'infra-failed'; readonly cause: InfraCause; readonly detail: string };

export interface StartOptions {
  /** Aborting stops the container with SIGTERM, and after a grace period with SIGKILL. */
  readonly signal?: AbortSignal;
  /** Receives the output. A slow or throwing listener never blocks the container. */
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Buffer) => void;
}

/** The output of a container. If it exceeds `limits.log_bytes`, the middle is dropped. */
export interface ContainerLog {
  readonly bytes: Buffer;
  readonly droppedBytes: number;
}

/** A container that was created. Disposal removes the container and its storage in any state. */
export interface CreatedContainer extends AsyncDisposable {
  readonly id: string;
  readonly name: string;
  /** Unpacks a tar archive into an existing directory. Only possible before the start. */
  putArchive(directory: string, archive: Readable): Promise<void>;
  start(options?: StartOptions): Promise<RunningContainer>;
}

export interface RunningContainer extends AsyncDisposable {
  readonly id: string;
  readonly name: string;
  /** Resolves when the container has ended. Never rejects because of the container. */
  readonly ended: Promise<StoppedContainer>;
}

export interface StoppedContainer extends AsyncDisposable {
  readonly end: ContainerEnd;
  readonly log: ContainerLog;
  readonly durationMs: number;
  /**
   * The processor time of all its processes, except for about its last second; undefined if it is not
   * known, e.g. because the container ended sooner or is that of an agent.
   */
  readonly processorMs: number | undefined;
  /** Returns a tar archive of a directory of the stopped container. */
  getArchive(path: string): Promise<Readable>;
  /**
   * Opens a writable directory as a read-only folder of this host. Returns undefined if the engine
   * itself provides the storage. Unlike an archive, a folder can be read in part, and on a full disk.
   */
  openFolder(path: string): Promise<HostFolder | undefined>;
  /** Reads a regular file. Returns undefined if it does not exist, and throws if it is too large. */
  readFile(path: string, maxBytes: number): Promise<Buffer | undefined>;
  /** Commits a container of the build profile. `changes` are Dockerfile lines (USER, ENV, LABEL). */
  commit(reference: string, changes: readonly string[]): Promise<string>;
}
