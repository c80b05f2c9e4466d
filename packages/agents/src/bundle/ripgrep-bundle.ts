import { ensureBundle } from './bundle.ts';
import type { BundleSpec } from './bundle-spec.ts';
import { hostArchitecture, type Architecture } from './host-platform.ts';

const RIPGREP_VERSION = '1.18.0';

/**
 * Returns the host folder of a ripgrep with `bin/rg`, for containers whose image has none.
 * @throws RefbenchError kind `image` if npm cannot install the package
 */
export async function ensureRipgrep(stateDir: string, signal?: AbortSignal): Promise<string> {
  const arch = hostArchitecture();
  const folder = await ensureBundle(stateDir, ripgrepBundle(arch), signal);
  return `${folder}/node_modules/${packageName(arch)}`;
}

export function ripgrepBundle(arch: Architecture): BundleSpec {
  const name = packageName(arch);
  return {
    name: 'ripgrep',
    version: RIPGREP_VERSION,
    arch,
    packages: { [name]: RIPGREP_VERSION },
    programs: [`node_modules/${name}/bin/rg`],
  };
}

/** A statically linked program, so that it runs in every image. */
function packageName(arch: Architecture): string {
  return `@vscode/ripgrep-linux-${arch}`;
}
