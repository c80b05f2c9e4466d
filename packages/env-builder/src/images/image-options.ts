import { join } from 'node:path';
import type { Limits } from '@refbench/contracts';
import type { BuildNetwork } from '../builds/build-network.ts';
import type { ImageDefinitions } from './image-definitions.ts';

/** Options of all image builds. */
export interface ImageOptions {
  /** A folder for caches, locks and logs. Nothing in it is ever part of an image. */
  readonly stateDir: string;
  readonly network: BuildNetwork;
  /** The content of data/images.yaml. */
  readonly definitions: ImageDefinitions;
  /**
   * The source of the operating system: `registry` pulls it, `archive` bootstraps it from the archive
   * of the distribution, and `auto` (the default) pulls it with `archive` as fallback.
   */
  readonly osSource?: OsSource;
  /** A mirror of the distribution's archive. The default is REFBENCH_APT_MIRROR. */
  readonly aptMirror?: string;
  /** Limits of one build container. */
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
  /** Called with a line about each step that starts. */
  readonly onProgress?: (line: string) => void;
}

type OsSource = 'auto' | 'registry' | 'archive';

export function lockPath(options: ImageOptions, name: string): string {
  return join(options.stateDir, 'locks', `${name}.lock`);
}

export function buildLogPath(options: ImageOptions, name: string): string {
  return join(options.stateDir, 'logs', 'build', `${name}.log`);
}

/**
 * The last configuration lines of every committed image. With an empty entrypoint, the engine would
 * keep the command of the committed container.
 */
export const SHELL_CHANGES: readonly string[] = [
  'ENTRYPOINT ["/usr/bin/env"]',
  'CMD ["/bin/bash"]',
];
