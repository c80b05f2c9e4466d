import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { parseJson } from '@refbench/base';
import type { Engine, RegistryAuth } from '@refbench/sandbox';
import { z } from 'zod';
import type { BaseImage } from './base-image.ts';

const dockerConfigSchema = z.object({
  auths: z.record(z.string(), z.object({ auth: z.string().optional() })).optional(),
});

/**
 * Pushes a base image to `<prefix>/<name>:<first digits of its digest>` and returns the reference
 * with the registry's digest. The credentials come from the configuration of the docker client.
 * @throws RefbenchError kinds `image`, `usage`
 */
export async function pushBaseImage(
  engine: Engine,
  image: Pick<BaseImage, 'name' | 'imageId' | 'reference'>,
  prefix: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const repository = `${checkedPrefix(prefix)}/${image.name}`;
  const target = `${repository}:${image.reference.slice(-12)}`;
  await engine.tagImage(image.imageId, target);
  try {
    const auth = await registryAuth(prefix.split('/')[0] ?? '', env);
    return `${repository}@${await engine.pushImage(target, auth)}`;
  } finally {
    // The tag was only needed for the push. The image keeps its own name.
    await engine.removeImage(target);
  }
}

function checkedPrefix(prefix: string): string {
  if (/^[a-z0-9.-]+(:\d+)?(\/[a-z0-9._-]+)+$/.test(prefix)) return prefix;
  throw new RefbenchError({
    kind: 'usage',
    message: `invalid registry reference "${prefix}"`,
    hint: 'use host[:port]/path in lower case, such as registry.example.org/refbench',
  });
}

async function registryAuth(
  host: string,
  env: NodeJS.ProcessEnv,
): Promise<RegistryAuth | undefined> {
  const folder = env['DOCKER_CONFIG'] ?? join(homedir(), '.docker');
  const text = await readFile(join(folder, 'config.json'), 'utf8').catch(() => '{}');
  const config = parseJson(text, dockerConfigSchema);
  if (config.kind !== 'valid') return undefined;
  const encoded = config.value.auths?.[host]?.auth;
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return {
    username: decoded.slice(0, colon),
    password: decoded.slice(colon + 1),
    serveraddress: host,
  };
}
