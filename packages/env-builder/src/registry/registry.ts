import { RefbenchError } from '@refbench/contracts';
import type { Engine, RegistryAuth } from '@refbench/sandbox';
import { registryLogin } from './registry-login.ts';

/** A place in a registry, with what the user is logged in with there. */
export interface Registry {
  /** host[:port]/path */
  readonly prefix: string;
  readonly auth: RegistryAuth | undefined;
}

/** @throws RefbenchError kind `usage` */
export async function openRegistry(
  prefix: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Registry> {
  if (!/^[a-z0-9.-]+(:\d+)?(\/[a-z0-9._-]+)+$/.test(prefix)) {
    throw new RefbenchError({
      kind: 'usage',
      message: `invalid registry reference "${prefix}"`,
      hint: 'use host[:port]/path in lower case, such as registry.example.org/refbench',
    });
  }
  return { prefix, auth: await registryLogin(prefix.split('/')[0] ?? '', env) };
}

/**
 * Pushes an image under another name, which it has only meanwhile.
 * @returns the digest of its manifest in the registry
 */
export async function pushAs(
  engine: Engine,
  imageId: string,
  target: string,
  { auth }: Registry,
): Promise<string> {
  await engine.tagImage(imageId, target);
  try {
    return await engine.pushImage(target, auth);
  } finally {
    await engine.removeImage(target);
  }
}
