import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { guardDisk, shellQuote } from '@refbench/base';
import { BUILD_FOLDER } from '@refbench/docker';
import { SLOW_VARIABLE, timeScale } from '@refbench/sandbox';
import type { BuildNetwork } from './build-network.ts';

/**
 * The folder that a build container sees read-only at /refbench: the scripts and the network
 * settings. Disposing removes it from the host. Only this user can access its parent folder, because
 * proxy settings may contain a password. In the container, every user can read it.
 */
export class BuildFolder implements AsyncDisposable {
  /** The folder that is mounted at /refbench. */
  readonly mounted: string;
  /** The parent folder, for files that the container must not see. */
  readonly beside: string;
  /** Addresses in the network settings. Some may be services of this host. */
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
        await cp(BUILD_FOLDER, join(folder.mounted, 'steps'), { recursive: true });
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
      // Set explicitly, because the umask could hide the file from the user in the container.
      await chmod(target, executable ? 0o755 : 0o644);
    });
  }

  /** Creates a folder below /refbench with its parents. */
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
    // Programs in the container that end a step of their own extend its limit like we extend theirs.
    lines.push(`export ${SLOW_VARIABLE}=${Math.ceil(timeScale('build'))}\n`);
    await this.write('network/env.sh', lines.join(''));
    for (const [index, certificate] of network.certificates.entries()) {
      await this.write(`network/certificates/refbench-build-${index}.crt`, certificate);
    }
  }
}

/** Extracts `host:port` of every address in the settings. */
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
