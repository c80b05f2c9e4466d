import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { claimIn, hasEnded, stateId, type Claim, type ProcessOwner } from '@refbench/base';

/**
 * The part of the state folder that belongs to one engine. Two engines may share a state folder.
 */
export class StateFolder {
  /** The whole state folder, with the leases of the processes that use it. */
  readonly shared: string;
  readonly root: string;
  /** Loop files and their mounts, with one folder per container. Its name identifies the owner. */
  readonly disks: string;
  /** Directories of images that serve as lower layers. */
  readonly lower: string;
  /** Names the images that were built with this state folder. */
  readonly built: string;
  /** Result of probing the storage of the engine. */
  readonly probe: string;

  constructor(stateDir: string, engineId: string) {
    const digest = createHash('sha256').update(engineId).digest('hex').slice(0, 12);
    this.shared = resolve(stateDir);
    this.root = join(this.shared, 'engines', digest);
    this.disks = join(this.root, 'disks');
    this.lower = join(this.root, 'lower');
    this.built = join(this.root, 'built');
    this.probe = join(this.root, 'probe.json');
  }

  /** Returns the identity of the state folder, for labels. It is read again if the folder was new. */
  async id(): Promise<string> {
    return await stateId(this.shared);
  }

  /** Announces a resource of this process, before it is created. */
  async claim(): Promise<Claim> {
    return await claimIn(this.shared);
  }

  /** Returns whether the owner of something in this state folder has ended. */
  async hasEnded(owner: ProcessOwner): Promise<boolean> {
    return await hasEnded(owner, this.shared);
  }
}
