import { createHash, randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { currentOwner, type ProcessOwner } from '@refbench/files';

/** Where we keep what belongs to one engine; two engines may share a state folder. */
export class StateFolder {
  readonly root: string;
  /** Loop files and their mounts: one folder a container, whose name says whose it is. */
  readonly disks: string;
  /** Directories of images, as lower layers. */
  readonly lower: string;
  /** What was found out about the engine's storage. */
  readonly probe: string;

  constructor(stateDir: string, engineId: string) {
    const digest = createHash('sha256').update(engineId).digest('hex').slice(0, 12);
    this.root = join(resolve(stateDir), 'engines', digest);
    this.disks = join(this.root, 'disks');
    this.lower = join(this.root, 'lower');
    this.probe = join(this.root, 'probe.json');
  }
}

/** A name never used before that tells its process: it is owned from the instant it exists. */
export function ownedName(): string {
  return `${currentOwner().replaceAll(':', '_')}_${randomBytes(6).toString('hex')}`;
}

/** Whose name it is; undefined for a name that is not ours. */
export function ownerOfName(name: string): ProcessOwner | undefined {
  const match = /^(\d+)_(\d+)_([0-9a-f-]+)_[0-9a-f]{12}$/.exec(name);
  return match === null ? undefined : match.slice(1, 4).join(':');
}
