import { RefbenchError } from '@refbench/contracts';
import { countOf, errorText } from '@refbench/base';
import { readCertificates } from './certificates.ts';
import type { BuildNote } from './build-note.ts';
import { packageSources } from './package-sources.ts';

/**
 * The settings that a build container needs to reach package registries. They are never part of an
 * image.
 */
export interface BuildNetwork {
  /** Environment variables of the build steps. */
  readonly env: Readonly<Record<string, string>>;
  /** PEM certificates in addition to the well-known roots, one per entry. */
  readonly certificates: readonly string[];
  readonly notes: readonly BuildNote[];
}

export interface BuildNetworkOptions {
  /** `--ca-certificates`: a PEM bundle. The default is the bundle that tools of this host use. */
  readonly caCertificates?: string;
  /** `--build-env`: overrides all detected settings. */
  readonly buildEnv?: Readonly<Record<string, string>>;
  /** The host's environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** Finds the package sources of npm and pip. By default, the programs are asked. */
  readonly findPackageSources?: typeof packageSources;
}

const PROXIES = ['http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'];
const BUNDLES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];
const CONTAINER_BUNDLE = '/etc/ssl/certs/ca-certificates.crt';
/** Variables for tools that do not read the system's certificate bundle themselves. */
const BUNDLE_VARIABLES = [
  'SSL_CERT_FILE',
  'NODE_EXTRA_CA_CERTS',
  'PIP_CERT',
  'REQUESTS_CA_BUNDLE',
  'CARGO_HTTP_CAINFO',
  'GIT_SSL_CAINFO',
];

/** Reads the settings of the host. All builds use the result. */
export async function resolveBuildNetwork(
  options: BuildNetworkOptions = {},
): Promise<BuildNetwork> {
  const host = options.env ?? process.env;
  const notes: BuildNote[] = [];
  const proxies = proxyVariables(host, notes);
  const certificates = await findCertificates(options.caCertificates, host, notes);
  const sources = await (options.findPackageSources ?? packageSources)(host, notes);
  const bundle =
    certificates.length === 0 ? [] : BUNDLE_VARIABLES.map((name) => [name, CONTAINER_BUNDLE]);
  const buildEnv = options.buildEnv ?? {};
  for (const name of Object.keys(buildEnv)) requireVariableName(name);
  return {
    env: { ...Object.fromEntries(bundle), ...sources, ...proxies, ...buildEnv },
    certificates,
    notes,
  };
}

/**
 * Returns the variables that also apply to programs on this host. Certificate variables are excluded,
 * because they contain paths in the container.
 */
export function hostVariables(network: BuildNetwork): Record<string, string> {
  return Object.fromEntries(
    Object.entries(network.env).filter(([name]) => /_proxy$|^npm_config_/i.test(name)),
  );
}

/** Sets both cases of each name, because some tools read only one of them. */
function proxyVariables(host: NodeJS.ProcessEnv, notes: BuildNote[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of PROXIES) {
    const value = host[name] ?? host[name.toUpperCase()];
    if (value === undefined || value === '') continue;
    found[name] = value;
    found[name.toUpperCase()] = value;
    notes.push({ level: 'ok', text: `${name} of this host is passed to builds` });
    if (name !== 'no_proxy' && /\/\/([^@/]*@)?(localhost|127\.|\[::1\])/.test(value)) {
      const text = `${name} refers to the loopback address of this host, which no container can reach`;
      notes.push({ level: 'warning', text });
    }
  }
  return found;
}

async function findCertificates(
  given: string | undefined,
  host: NodeJS.ProcessEnv,
  notes: BuildNote[],
): Promise<readonly string[]> {
  if (given !== undefined) return await readCertificates(given);
  for (const name of BUNDLES) {
    const path = host[name];
    if (path === undefined || path === '') continue;
    // The variable was detected, not requested. A stale value must not stop a build that may not need it.
    const certificates = await readCertificates(path).catch((error: unknown) => {
      notes.push({ level: 'warning', text: `${name} is ignored: ${errorText(error)}` });
      return [];
    });
    if (certificates.length === 0) continue;
    const text = `${countOf(certificates.length, 'CA certificate')} of ${name} (${path}) are passed to builds`;
    notes.push({ level: 'ok', text });
    return certificates;
  }
  return [];
}

function requireVariableName(name: string): void {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `"${name}" is not a valid name of an environment variable`,
    hint: 'use --build-env NAME=VALUE with letters, digits and "_" in NAME',
  });
}
