import type { Repository } from '@refbench/repos';
import type { LabelTask } from '../input/label-task.ts';
import { MapMaterial } from '../repo-map/map-material.ts';
import {
  filesOfCommit,
  treeOfFiles,
  type SourceTree,
  type TreeFile,
} from '../repo-map/source-tree.ts';

interface BaseCommit {
  readonly tree: SourceTree;
  readonly material: MapMaterial;
}

interface Kept {
  readonly files: Promise<readonly TreeFile[]>;
  readonly material: MapMaterial;
}

/** Enough for tasks that are not sorted by commit; a large tree takes about 100 MB. */
const MOST_KEPT = 8;

/** Keeps what the tasks of a base commit share, for the commits that were used last. */
export class BaseCommits {
  private readonly kept = new Map<string, Kept>();

  /** @param repository contains the base commit of the task */
  async of(task: LabelTask, repository: Repository): Promise<BaseCommit> {
    const key = baseOf(task);
    const known = this.kept.get(key);
    const { files, material } = known ?? {
      files: filesOfCommit(repository, task.base),
      material: new MapMaterial(),
    };
    // Moves the commit to the end, because the first one is dropped.
    this.kept.delete(key);
    this.kept.set(key, { files, material });
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    try {
      return { tree: treeOfFiles(repository, await files), material };
    } catch (error) {
      this.kept.delete(key);
      throw error;
    }
  }
}

/** Identifies the base commit of a task. */
export function baseOf({ repository, base }: LabelTask): string {
  return `${repository}@${base}`;
}
