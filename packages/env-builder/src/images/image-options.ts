import { join } from 'node:path';
import type { Limits } from '@refbench/contracts';
import type { BuildNetwork } from '../builds/build-network.ts';
import type { ImageDefinitions } from './image-definitions.ts';

/** What every build of an image is told. */
export interface ImageOptions {
  /** A folder for caches, locks and logs; nothing in it is ever part of an image. */
  readonly stateDir: string;
  readonly network: BuildNetwork;
  /** What data/images.yaml says. */
  readonly definitions: ImageDefinitions;
  /**
   * Where the operating system comes from: `registry` pulls, `archive` bootstraps from the
   * distribution's archive, `auto` pulls and falls back. `auto` when left out.
   */
  readonly osSource?: OsSource;
  /** A company's mirror of the distribution's archive; REFBENCH_APT_MIRROR when left out. */
  readonly aptMirror?: string;
  /** Of one build container. */
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
  /** One line about what begins. */
  readonly onProgress?: (line: string) => void;
}

export type OsSource = 'auto' | 'registry' | 'archive';

export function lockPath(options: ImageOptions, name: string): string {
  return join(options.stateDir, 'locks', `${name}.lock`);
}

export function buildLogPath(options: ImageOptions, name: string): string {
  return join(options.stateDir, 'logs', 'build', `${name}.log`);
}

/**
 * Closing lines of every committed image. An empty entrypoint would not do: an engine then keeps the
 * command of the container that was committed.
 */
export const SHELL_CHANGES: readonly string[] = [
  'ENTRYPOINT ["/usr/bin/env"]',
  'CMD ["/bin/bash"]',
];
