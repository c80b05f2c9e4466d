import { createHash } from 'node:crypto';
import type { Digest } from '@refbench/contracts';
import { compareText } from '../compare-text.ts';

/** Returns the SHA-256 of bytes as `sha256:<hex>`. */
export function sha256OfBytes(bytes: Buffer | string): Digest {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** Returns the SHA-256 of the canonical JSON of a value. The order of keys has no influence. */
export function digestOf(value: unknown): Digest {
  return sha256OfBytes(canonicalJson(value));
}

/** Returns JSON with keys in code-unit order, without white space and without `undefined`. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => sortKeys(member));
}

function sortKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => compareText(left, right)),
  );
}

/** The first twelve hexadecimal digits of a digest, for names of images and files. */
export function shortDigest(digest: string): string {
  return digest.replace('sha256:', '').slice(0, 12);
}
