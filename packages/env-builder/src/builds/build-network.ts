import { RefbenchError } from '@refbench/contracts';
import { readCertificates } from './certificates.ts';
import { packageSources } from './package-sources.ts';

/** What a build container needs to reach package registries. None of it stays in an image. */
export interface BuildNetwork {
  /** Variables that the build's steps see. */
  readonly env: Readonly<Record<string, string>>;
  /** PEM, one certificate each, beyond the well-known roots. */
  readonly certificates: readonly string[];
  /** One line each about what was found and where, for the log. No values: they may hold passwords. */
  readonly notes: readonly string[];
}

export interface BuildNetworkOptions {
  /** `--ca-certificates`: a PEM bundle. Without it, the one that this host's tools are told to use. */
  readonly caCertificates?: string;
  /** `--build-env`: wins over everything that is found. */
  readonly buildEnv?: Readonly<Record<string, string>>;
  /** The host's environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** How this host's npm and pip are told to fetch; asked of the programs when left out. */
  readonly findPackageSources?: typeof packageSources;
}

const PROXIES = ['http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'];
const BUNDLES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];
const CONTAINER_BUNDLE = '/etc/ssl/certs/ca-certificates.crt';
/** Every tool that does not read the system's bundle by itself. */
const BUNDLE_VARIABLES = [
  'SSL_CERT_FILE',
  'NODE_EXTRA_CA_CERTS',
  'PIP_CERT',
  'REQUESTS_CA_BUNDLE',
  'CARGO_HTTP_CAINFO',
  'GIT_SSL_CAINFO',
];

/** Reads the host's settings once; everything that builds takes the result. */
export async function resolveBuildNetwork(
  options: BuildNetworkOptions = {},
): Promise<BuildNetwork> {
  const host = options.env ?? process.env;
  const notes: string[] = [];
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
 * The part that programs of this host are given too. Not the certificates' variables: they name a
 * path of the container, and the host has settings of its own.
 */
export function hostVariables(network: BuildNetwork): Record<string, string> {
  return Object.fromEntries(
    Object.entries(network.env).filter(([name]) => /_proxy$|^npm_config_/i.test(name)),
  );
}

/** Both cases, since some tools read only one of them. */
function proxyVariables(host: NodeJS.ProcessEnv, notes: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of PROXIES) {
    const value = host[name] ?? host[name.toUpperCase()];
    if (value === undefined || value === '') continue;
    found[name] = value;
    found[name.toUpperCase()] = value;
    notes.push(`${name} of this host reaches builds`);
    if (name !== 'no_proxy' && /\/\/([^@/]*@)?(localhost|127\.|\[::1\])/.test(value)) {
      notes.push(`${name} names this host's loopback address, which no container can reach`);
    }
  }
  return found;
}

async function findCertificates(
  given: string | undefined,
  host: NodeJS.ProcessEnv,
  notes: string[],
): Promise<readonly string[]> {
  if (given !== undefined) return await readCertificates(given);
  for (const name of BUNDLES) {
    const path = host[name];
    if (path === undefined || path === '') continue;
    // Found, not asked for: a stale variable must not stop a build that may not need it.
    const certificates = await readCertificates(path).catch((error: unknown) => {
      notes.push(
        `${name} is passed over: ${error instanceof Error ? error.message : 'unreadable'}`,
      );
      return [];
    });
    if (certificates.length === 0) continue;
    notes.push(`${certificates.length} CA certificates of ${name} (${path}) reach builds`);
    return certificates;
  }
  return [];
}

function requireVariableName(name: string): void {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `"${name}" cannot be the name of an environment variable`,
    hint: 'write --build-env NAME=VALUE with letters, digits and "_" in NAME',
  });
}
