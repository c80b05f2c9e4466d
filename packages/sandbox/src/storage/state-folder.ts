import { createHash, randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { currentOwner, type ProcessOwner } from '@refbench/files';

/**
 * The part of the state folder that belongs to one engine. Two engines may share a state folder.
 */
export class StateFolder {
  readonly root: string;
  /** Loop files and their mounts, with one folder per container. Its name identifies the owner. */
  readonly disks: string;
  /** Directories of images that serve as lower layers. */
  readonly lower: string;
  /** Result of probing the storage of the engine. */
  readonly probe: string;

  constructor(stateDir: string, engineId: string) {
    const digest = createHash('sha256').update(engineId).digest('hex').slice(0, 12);
    this.root = join(resolve(stateDir), 'engines', digest);
    this.disks = join(this.root, 'disks');
    this.lower = join(this.root, 'lower');
    this.probe = join(this.root, 'probe.json');
  }
}

/**
 * Returns a unique name that contains its owning process, so that ownership is known from the
 * start.
 */
export function ownedName(): string {
  return `${currentOwner().replaceAll(':', '_')}_${randomBytes(6).toString('hex')}`;
}

/** Returns the owner in a name. Undefined for a name that `ownedName` did not create. */
export function ownerOfName(name: string): ProcessOwner | undefined {
  const match = /^(\d+)_(\d+)_([0-9a-f-]+)_[0-9a-f]{12}$/.exec(name);
  return match === null ? undefined : match.slice(1, 4).join(':');
}
