import { createHash, type Hash } from 'node:crypto';

/** Creates the hash for a blob of `size` bytes. Exactly this many bytes must be added. */
export function startBlobHash(size: number): Hash {
  return createHash('sha1').update(`blob ${size}\0`);
}

/** Returns the object id of a blob. */
export function blobOid(bytes: Buffer): string {
  return startBlobHash(bytes.length).update(bytes).digest('hex');
}

const OBJECT_ID = /^[0-9a-f]{40}$/;

export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}
