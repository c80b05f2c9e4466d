import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { guardDisk } from '@refbench/files';
import type { BuildNetwork } from './build-network.ts';

/** The scripts that run in containers. */
export const CONTAINER_FOLDER: string = fileURLToPath(new URL('../../container', import.meta.url));

/**
 * What a build container sees at /refbench, read-only: the steps' scripts and the network's settings.
 * Disposing removes it from the host. It lies in a folder that only this user can enter, because
 * settings of a proxy may hold a password; in the container everyone may read it.
 */
export class BuildFolder implements AsyncDisposable {
  /** Mounted at /refbench. */
  readonly mounted: string;
  /** Beside it, for what the container must not see. */
  readonly beside: string;
  /** Addresses in the network's settings: some may be services of this host. */
  readonly services: readonly string[];

  private constructor(outer: string, network: BuildNetwork) {
    this.mounted = join(outer, 'mounted');
    this.beside = outer;
    this.services = servicesOf(network);
  }

  static async create(stateDir: string, network: BuildNetwork): Promise<BuildFolder> {
    const outer = join(stateDir, 'builds', randomBytes(8).toString('hex'));
    const folder = new BuildFolder(outer, network);
    await guardDisk(outer, async () => {
      await mkdir(outer, { recursive: true, mode: 0o700 });
      try {
        await mkdir(folder.mounted);
        await chmod(folder.mounted, 0o755);
        await cp(CONTAINER_FOLDER, join(folder.mounted, 'steps'), { recursive: true });
        await folder.writeNetwork(network);
      } catch (error) {
        await folder[Symbol.asyncDispose]();
        throw error;
      }
    });
    return folder;
  }

  /** Writes a file below /refbench, readable by everyone in the container. */
  async write(path: string, data: Buffer | string, executable = false): Promise<void> {
    const target = join(this.mounted, path);
    await guardDisk(target, async () => {
      await this.makeFolder(dirname(path));
      await writeFile(target, data);
      // Not left to the umask, which may hide the file from the container's user.
      await chmod(target, executable ? 0o755 : 0o644);
    });
  }

  /** Makes a folder below /refbench, with all above it. */
  async makeFolder(path: string): Promise<void> {
    if (path === '.') return;
    await this.makeFolder(dirname(path));
    await mkdir(join(this.mounted, path), { recursive: true });
    await chmod(join(this.mounted, path), 0o755);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.beside, { recursive: true, force: true });
  }

  private async writeNetwork(network: BuildNetwork): Promise<void> {
    const lines = Object.entries(network.env).map(
      ([name, value]) => `export ${name}=${shellQuote(value)}\n`,
    );
    await this.write('network/env.sh', lines.join(''));
    for (const [index, certificate] of network.certificates.entries()) {
      await this.write(`network/certificates/refbench-build-${index}.crt`, certificate);
    }
  }
}

/** `host:port` of every address among the settings. */
function servicesOf({ env }: BuildNetwork): readonly string[] {
  const found = Object.values(env).flatMap((value) =>
    value.split(/[\s,]+/).flatMap((word) => {
      if (!/^[a-z+]+:\/\//i.test(word) || !URL.canParse(word)) return [];
      const { hostname, port, protocol } = new URL(word);
      return [`${hostname}:${port === '' ? (protocol === 'http:' ? 80 : 443) : port}`];
    }),
  );
  return [...new Set(found)];
}

/** One word of a POSIX shell, whatever the value holds. */
export function shellQuote(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`;
}
