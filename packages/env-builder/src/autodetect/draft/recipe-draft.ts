import type { Instance, SuiteSettings } from '@refbench/contracts';
import type { Adjustments } from './adjustments.ts';
import type { TreeView } from './tree-view.ts';

export type Language = Instance['language'];

/** One decision and its reason: `vitest` because `package.json scripts.test = "vitest run"`. */
export interface Reason {
  readonly choice: string;
  readonly because: string;
}

/** Returns one reason for all choices, e.g. for packages. None for no choice. */
export function reasonFor(choices: readonly string[], because: string): readonly Reason[] {
  return choices.length === 0 ? [] : [{ choice: choices.join(' '), because }];
}

export interface RecipeFile {
  readonly text: string;
  readonly executable: boolean;
}

/** A recipe that was not yet tested. */
export interface RecipeDraft {
  readonly kind: 'draft';
  /** An image name in docker/images/images.yaml. */
  readonly baseImage: string;
  /** The oldest image of the family that can build what the manifests ask for. Undefined if they do not say. */
  readonly oldestImage?: string | undefined;
  readonly manifests: readonly string[];
  /**
   * Paths that the scripts write in the tree. `autodetect` keeps those that git must be told to ignore. None if absent.
   */
  readonly ignored?: readonly string[] | undefined;
  readonly testTimeoutSeconds: number;
  /** The files by their names below `environment/`. */
  readonly files: ReadonlyMap<string, RecipeFile>;
  /** How the tests are counted. Undefined if `files` contains `count_tests`. */
  readonly suite?: SuiteSettings | undefined;
  /** The version of each program in docker/recipes that the scripts call. */
  readonly programs: Readonly<Record<string, number>>;
  readonly reasons: readonly Reason[];
  /** What continuous integration builds in the tree before the tests. The suite shows whether they need it. */
  readonly buildCommands?: readonly string[] | undefined;
}

/** No detector can write a recipe for this repository. A maintainer has to write it. */
export interface Unsupported {
  readonly kind: 'unsupported';
  readonly reason: string;
  readonly hint: string;
}

/** The input of a detector. */
export interface DetectorInput {
  readonly base: TreeView;
  readonly golden: TreeView;
  /** When golden was committed. Packages and tools of that time are chosen. */
  readonly committedAt: Date;
  /** Image names in docker/images/images.yaml. */
  readonly images: readonly string[];
  /** Packages that the Python tools of the images consist of, in lower case. */
  readonly toolPackages: ReadonlySet<string>;
  readonly adjustments: Adjustments;
  /** Where the repository is published, if anywhere. */
  readonly repositoryUrl?: string | undefined;
}

/** Drafts a recipe. Returns undefined if the commits do not use the ecosystem. */
export type Detector = (input: DetectorInput) => Promise<RecipeDraft | Unsupported | undefined>;

export function unsupported(reason: string, hint: string): Unsupported {
  return { kind: 'unsupported', reason, hint };
}
