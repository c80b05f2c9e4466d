import type { Instance } from '@refbench/contracts';
import type { Adjustments } from './adjustments.ts';
import type { TreeView } from './tree-view.ts';

export type Language = Instance['language'];

/** One decision and what it rests on: `vitest` because `package.json scripts.test = "vitest run"`. */
export interface Reason {
  readonly choice: string;
  readonly because: string;
}

export interface RecipeFile {
  readonly text: string;
  readonly executable: boolean;
}

/** A recipe that was not tried yet. */
export interface RecipeDraft {
  readonly kind: 'draft';
  /** A name of data/images.yaml. */
  readonly baseImage: string;
  readonly manifests: readonly string[];
  readonly testTimeoutSeconds: number;
  /** By name below `environment/`. */
  readonly files: ReadonlyMap<string, RecipeFile>;
  readonly reasons: readonly Reason[];
}

/** Nothing here can test this repository; a maintainer can. */
export interface Unsupported {
  readonly kind: 'unsupported';
  readonly reason: string;
  readonly hint: string;
}

/** All that a detector may look at. */
export interface DetectorInput {
  readonly base: TreeView;
  readonly golden: TreeView;
  /** When golden was committed: packages and tools are chosen as of then. */
  readonly committedAt: Date;
  /** Names of data/images.yaml. */
  readonly images: readonly string[];
  readonly adjustments: Adjustments;
}

/** undefined where the two commits show nothing of the ecosystem. */
export type Detector = (input: DetectorInput) => Promise<RecipeDraft | Unsupported | undefined>;

export function unsupported(reason: string, hint: string): Unsupported {
  return { kind: 'unsupported', reason, hint };
}
