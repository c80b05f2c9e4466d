import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readJsonFile } from '@refbench/base';
import { z } from 'zod';

const configSchema = z.object({ currentContext: z.string().optional() });
const metaSchema = z.object({
  Endpoints: z.object({ docker: z.object({ Host: z.string() }) }),
});

/** Returns the host of the current context of the docker CLI. Undefined for the default context. */
export async function contextHost(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): Promise<{ readonly name: string; readonly host: string } | undefined> {
  const folder = env['DOCKER_CONFIG'] ?? join(home, '.docker');
  const name = env['DOCKER_CONTEXT'] ?? (await currentContext(folder));
  if (name === undefined || name === '' || name === 'default') return undefined;
  // The CLI names the folder of a context by the digest of its name.
  const digest = createHash('sha256').update(name).digest('hex');
  const meta = await readJsonFile(join(folder, 'contexts/meta', digest, 'meta.json'), metaSchema);
  if (meta.kind !== 'valid') return undefined;
  return { name, host: meta.value.Endpoints.docker.Host };
}

async function currentContext(folder: string): Promise<string | undefined> {
  const config = await readJsonFile(join(folder, 'config.json'), configSchema);
  return config.kind === 'valid' ? config.value.currentContext : undefined;
}
