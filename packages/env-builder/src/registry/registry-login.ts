import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { parseJson } from '@refbench/base';
import type { RegistryAuth } from '@refbench/sandbox';
import { execa } from 'execa';
import { z } from 'zod';

const dockerConfigSchema = z.object({
  auths: z
    .record(
      z.string(),
      z.object({ auth: z.string().optional(), identitytoken: z.string().optional() }),
    )
    .optional(),
  credsStore: z.string().optional(),
  credHelpers: z.record(z.string(), z.string()).optional(),
});

const helperAnswerSchema = z.object({ Username: z.string(), Secret: z.string() });

/**
 * Returns what `docker login` stored for a registry: in the configuration of the docker client
 * (`$DOCKER_CONFIG` or `~/.docker`), or in the credential helper that it names for the registry or for all
 * of them. Undefined if nothing is stored; the registry may not need it.
 * @param host host[:port]
 * @throws RefbenchError kind `usage` if the configuration is invalid or names a helper that is not
 *   installed
 */
export async function registryLogin(
  host: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<RegistryAuth | undefined> {
  const path = join(env['DOCKER_CONFIG'] ?? join(homedir(), '.docker'), 'config.json');
  const config = parseJson(await readFile(path, 'utf8').catch(() => '{}'), dockerConfigSchema);
  if (config.kind !== 'valid') {
    throw new RefbenchError({
      kind: 'usage',
      message: `${path}: ${config.reason}`,
      hint: 'correct the file, or remove it and run docker login again',
    });
  }
  const { auths, credsStore, credHelpers } = config.value;
  const helper = credHelpers?.[host] ?? credsStore;
  if (helper !== undefined) return await askHelper(helper, host, path, env);
  const { auth: encoded, identitytoken } = auths?.[host] ?? auths?.[`https://${host}`] ?? {};
  if (identitytoken !== undefined) return { ...NOBODY, identitytoken, serveraddress: host };
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  return {
    username: decoded.slice(0, colon),
    password: decoded.slice(colon + 1),
    serveraddress: host,
  };
}

const NOBODY = { username: '', password: '' };

/** Runs the program that docker would run, with the registry on its standard input. */
async function askHelper(
  helper: string,
  host: string,
  path: string,
  env: NodeJS.ProcessEnv,
): Promise<RegistryAuth | undefined> {
  const program = `docker-credential-${helper}`;
  const result = await execa(program, ['get'], { input: host, reject: false, env });
  if (result.code === 'ENOENT') {
    throw new RefbenchError({
      kind: 'usage',
      message: `${path} names the credential helper ${program}, which is not installed`,
      hint: `install it, or remove credsStore and credHelpers from the file and run docker login ${host}`,
    });
  }
  // A helper that has nothing for a registry says so on its standard output and fails.
  if (result.failed) return undefined;
  const answer = parseJson(result.stdout, helperAnswerSchema);
  if (answer.kind !== 'valid') return undefined;
  const { Username: username, Secret: password } = answer.value;
  if (username !== '<token>') return { username, password, serveraddress: host };
  return { ...NOBODY, identitytoken: password, serveraddress: host };
}
