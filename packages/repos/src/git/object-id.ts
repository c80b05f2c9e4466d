import { createHash, type Hash } from 'node:crypto';

/** Hash of a blob of `size` bytes, to be fed with exactly these. */
export function startBlobHash(size: number): Hash {
  return createHash('sha1').update(`blob ${size}\0`);
}

/** The id git gives to these bytes. */
export function blobOid(bytes: Buffer): string {
  return startBlobHash(bytes.length).update(bytes).digest('hex');
}

const OBJECT_ID = /^[0-9a-f]{40}$/;

export function isObjectId(text: string): boolean {
  return OBJECT_ID.test(text);
}
