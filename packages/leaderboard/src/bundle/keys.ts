import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import { chmod, open, readFile } from 'node:fs/promises';
import { RefbenchError } from '@refbench/contracts';
import { canonicalJson, errorCode } from '@refbench/base';
import type { BundleSignature } from './manifest.ts';

/**
 * Makes a key pair and writes the private key, readable by its owner alone. An existing file stays.
 * @returns the public key as SPKI in base64
 */
export async function makeKey(path: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  try {
    await using file = await open(path, 'wx', 0o600);
    await file.writeFile(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    throw new RefbenchError({
      kind: 'usage',
      message: `${path} exists already`,
      hint: 'choose another file; a lost key cannot be made again',
      cause: error,
    });
  }
  await chmod(path, 0o600);
  return encodePublicKey(publicKey);
}

/** @throws RefbenchError kind `usage` if the file is missing, `invalid-file` if it is no ed25519 key */
export async function readPrivateKey(path: string): Promise<KeyObject> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new RefbenchError({
      kind: 'usage',
      message: `the key ${path} cannot be read: ${String(error)}`,
      hint: 'make one with refbench leaderboard keygen FILE',
      cause: error,
    });
  }
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
    throw new Error(`it is of type ${key.asymmetricKeyType}`);
  } catch (error) {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${path} is not a private ed25519 key: ${String(error)}`,
      hint: 'make one with refbench leaderboard keygen FILE',
      cause: error,
    });
  }
}

/** The public part of a private key, as SPKI in base64. */
export function publicKeyText(key: KeyObject): string {
  return encodePublicKey(createPublicKey(key));
}

/** Signs a manifest. */
export function signManifest(manifest: unknown, key: KeyObject): BundleSignature {
  return {
    schema: 1,
    algorithm: 'ed25519',
    public_key: publicKeyText(key),
    signature: sign(null, Buffer.from(canonicalJson(manifest)), key).toString('base64'),
  };
}

/** Returns whether a signature is that of its key over this manifest. */
export function isSignatureValid(
  manifest: unknown,
  { public_key: encoded, signature }: BundleSignature,
): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(encoded, 'base64'),
      format: 'der',
      type: 'spki',
    });
    if (key.asymmetricKeyType !== 'ed25519') return false;
    const bytes = Buffer.from(signature, 'base64');
    return verify(null, Buffer.from(canonicalJson(manifest)), key, bytes);
  } catch {
    return false;
  }
}

function encodePublicKey(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}
