import { randomBytes } from 'node:crypto';
import { currentOwner, isOwner, type ProcessOwner } from './process-owner.ts';

/**
 * Returns a unique file name that contains its owning process, so that ownership is known from the
 * start.
 */
export function ownedName(): string {
  return `${encodeOwner(currentOwner())}_${randomBytes(6).toString('hex')}`;
}

/** Returns the owner in a name. Undefined for a name that `ownedName` did not create. */
export function ownerOfName(name: string): ProcessOwner | undefined {
  const encoded = /^(.+)_[0-9a-f]{12}$/.exec(name)?.[1];
  return encoded === undefined ? undefined : decodeOwner(encoded);
}

/** Writes an owner in a form that every file system accepts as a name. */
export function encodeOwner(owner: ProcessOwner): string {
  return owner.replaceAll(':', '_');
}

/** Reverses `encodeOwner`. Undefined for any other text. */
export function decodeOwner(text: string): ProcessOwner | undefined {
  const owner = text.replaceAll('_', ':');
  return isOwner(owner) && encodeOwner(owner) === text ? owner : undefined;
}
