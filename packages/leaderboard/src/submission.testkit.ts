import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeExampleRun } from '@refbench/test-helpers';
import { signManifest } from './bundle/keys.ts';
import {
  MANIFEST_FILE,
  SIGNATURE_FILE,
  type Manifest,
  type SubmissionDescription,
} from './bundle/manifest.ts';
import { packRun } from './bundle/pack-run.ts';
import { readArchive } from './bundle/read-archive.ts';
import { writeArchive } from './bundle/write-archive.ts';
import { canonicalJson, sha256OfBytes } from '@refbench/base';

export const DESCRIPTION: SubmissionDescription = {
  submitter: 'Someone',
  contact: 'someone@example.org',
  agents: ['steady', 'quick'].map((name) => ({
    name,
    title: `Agent ${name}`,
    organisation: 'Example',
    open_source: true,
  })),
};

export function newKey(): KeyObject {
  const { privateKey } = generateKeyPairSync('ed25519');
  return createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}

/** A submission of the example run, and what a forger needs. */
export interface Example extends AsyncDisposable {
  readonly folder: string;
  readonly key: KeyObject;
  readonly publicKey: string;
  /** The bytes of the bundle. */
  readonly bytes: Buffer;
  readonly files: ReadonlyMap<string, Buffer>;
  readonly manifest: Manifest;
  /** Writes a bundle and returns its path. */
  readonly write: (bytes: Buffer) => Promise<string>;
  /** Packs changed files; `sign`: with a manifest and a signature that fit them. */
  readonly forge: (
    change: (files: Map<string, Buffer>) => void,
    options?: { readonly sign?: KeyObject; readonly manifest?: (manifest: Manifest) => Manifest },
  ) => Promise<string>;
}

export async function exampleSubmission(): Promise<Example> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-leaderboard-'));
  const run = join(folder, 'run');
  await writeExampleRun(run);
  const key = newKey();
  const bytes = await packRun({ run, description: DESCRIPTION, key });
  let number = 0;
  const write = async (content: Buffer): Promise<string> => {
    const path = join(folder, `bundle-${(number += 1)}.tar.gz`);
    await writeFile(path, content);
    return path;
  };
  const archive = await readArchive(await write(bytes));
  if (archive.kind === 'refused') throw new Error(archive.reason);
  const { files } = archive;
  const manifest = JSON.parse(files.get(MANIFEST_FILE)?.toString() ?? '') as Manifest;
  return {
    folder,
    key,
    bytes,
    files,
    manifest,
    write,
    publicKey: signManifest(manifest, key).public_key,
    forge: async (change, { sign, manifest: remake = (one: Manifest) => one } = {}) => {
      const changed = new Map(files);
      change(changed);
      if (sign !== undefined) {
        const fitting = remake({
          ...manifest,
          files: listed(changed),
        });
        changed.set(MANIFEST_FILE, Buffer.from(canonicalJson(fitting)));
        changed.set(SIGNATURE_FILE, Buffer.from(canonicalJson(signManifest(fitting, sign))));
      }
      return await write(await writeArchive(changed));
    },
    [Symbol.asyncDispose]: () =>
      rm(folder, {
        recursive: true,
        force: true,
      }),
  };
}

function listed(files: ReadonlyMap<string, Buffer>): Manifest['files'] {
  return [...files]
    .filter(([path]) => path !== MANIFEST_FILE && path !== SIGNATURE_FILE)
    .map(([path, content]) => ({ path, size: content.length, digest: sha256OfBytes(content) }));
}
