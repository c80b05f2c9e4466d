import { ECOSYSTEMS, type DoorEcosystem } from '../contract/package-file.ts';

/** Addresses of the registries, each without a slash at its end. */
export type RegistryAddresses = Readonly<Partial<Record<DoorEcosystem, string>>>;

/** Variables of the build settings that name a registry, in the order in which they count. */
const VARIABLES: Readonly<Record<DoorEcosystem, readonly string[]>> = {
  npm: ['npm_config_registry', 'NPM_CONFIG_REGISTRY'],
  python: ['UV_DEFAULT_INDEX', 'UV_INDEX_URL', 'PIP_INDEX_URL'],
  cargo: ['CARGO_REGISTRIES_CRATES_IO_INDEX'],
  go: ['GOPROXY'],
  maven: ['MAVEN_MIRROR_URL'],
};

/**
 * Chooses the registries: those of the build settings, otherwise the defaults of the clients.
 * @param env variables of the build settings
 * @param defaults lines `<ecosystem> <address>` that the clients of an image gave
 */
export function registryAddresses(
  env: Readonly<Record<string, string>>,
  defaults: string,
): RegistryAddresses {
  const found: Partial<Record<DoorEcosystem, string>> = {};
  for (const ecosystem of ECOSYSTEMS) {
    const line = new RegExp(`^${ecosystem} (\\S.*)$`, 'm').exec(defaults)?.[1];
    const given = VARIABLES[ecosystem].map((name) => env[name]).find((value) => value);
    const address = firstAddress(given) ?? firstAddress(line);
    if (address !== undefined) found[ecosystem] = address;
  }
  return found;
}

/** GOPROXY is a list that may contain words; an index of crates starts with `sparse+`. */
function firstAddress(value: string | undefined): string | undefined {
  return value
    ?.split(/[,|\s]+/)
    .map((part) => part.replace(/^sparse\+/, '').replace(/\/+$/, ''))
    .find((part) => /^https?:\/\/[^/]/.test(part));
}
