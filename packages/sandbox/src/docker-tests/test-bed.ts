import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { DEFAULT_LIMITS, type Limits, type ProfileName } from '@refbench/contracts';
import Docker from 'dockerode';
import { connectEngine } from '../connect/connect-engine.ts';
import type { StartOptions, StoppedContainer } from '../contract/container.ts';
import type { ContainerSpec } from '../contract/container-spec.ts';
import type { Engine } from '../contract/engine.ts';
import { testImage } from './test-image.ts';

/** How often, and in milliseconds how far apart, devices that are being detached are looked at. */
const MAX_LOOKS = 300;
const LOOK_MS = 100;

const MEBIBYTE = 2 ** 20;

/** Small limits, so that a test that exceeds them does not harm the host. */
export const TEST_LIMITS: Limits = {
  ...DEFAULT_LIMITS.agent,
  cpus: 1,
  memory_bytes: 64 * MEBIBYTE,
  pids: 64,
  wall_clock_ms: 300_000,
  idle_ms: null,
  log_bytes: MEBIBYTE,
  storage_bytes: 64 * MEBIBYTE,
};

/** Where `FORK_BOMB` writes what its shells say of forks that the limit of processes refuses. */
const REFUSED_FORKS = '/guest/refused';
/**
 * Forks until the limit of processes refuses one. The shell waits for that without a process, and
 * for a whole line, because shells write a message in several parts.
 */
export const FORK_BOMB: string = `bomb() { bomb | bomb & }; bomb 2>${REFUSED_FORKS}
until read -r line <${REFUSED_FORKS}; do :; done`;

/** Returns what the shells of `FORK_BOMB` said. */
export async function refusedForks(stopped: StoppedContainer): Promise<string | undefined> {
  return (await stopped.readFile(REFUSED_FORKS, TEST_LIMITS.storage_bytes))?.toString();
}

export interface SpecOverrides {
  readonly profile?: ProfileName;
  readonly limits?: Partial<Limits>;
  readonly env?: Readonly<Record<string, string>>;
  readonly writable?: readonly string[];
  readonly mounts?: ContainerSpec['mounts'];
  readonly image?: string;
}

/** An engine with its own state folder and run, and a check that a test left nothing behind. */
export class TestBed implements AsyncDisposable {
  readonly engine: Engine;
  readonly stateDir: string;
  readonly image: string;
  readonly run: string = `test-${randomBytes(6).toString('hex')}`;

  private constructor(engine: Engine, stateDir: string, image: string) {
    this.engine = engine;
    this.stateDir = stateDir;
    this.image = image;
  }

  static async open(host?: string): Promise<TestBed> {
    const stateDir = await mkdtemp(join(tmpdir(), 'refbench sandbox-'));
    const engine = await connectEngine({ stateDir, ...(host === undefined ? {} : { host }) });
    return new TestBed(engine, stateDir, await testImage(engine));
  }

  /** Makes the specification of a container that runs a shell script. */
  spec(script: string, overrides: SpecOverrides = {}): ContainerSpec {
    return {
      profile: overrides.profile ?? 'agent',
      image: overrides.image ?? this.image,
      command: ['/bin/sh', '-c', script],
      env: overrides.env ?? {},
      workingDir: '/',
      limits: { ...TEST_LIMITS, ...overrides.limits },
      mounts: overrides.mounts ?? [],
      writable: overrides.writable ?? ['/guest', '/tmp'],
      labels: { run: this.run, instance: 'instance', attempt: '1', phase: 'test' },
    };
  }

  /** Runs a script to its end. Disposing of the result removes the container. */
  async toEnd(
    script: string,
    overrides: SpecOverrides = {},
    options: StartOptions = {},
  ): Promise<StoppedContainer> {
    const container = await this.engine.createContainer(this.spec(script, overrides));
    try {
      const running = await container.start(options);
      return await running.ended;
    } catch (error) {
      await container[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Throws if a container, volume, disk, mount or loop device of this run remains. */
  async expectNoLeftovers(): Promise<void> {
    const swept = await this.engine.sweep({ run: this.run, dryRun: true });
    const mounts = await readFile('/proc/self/mountinfo', 'utf8');
    const left = [
      ...Object.values(swept).flat(),
      ...mounts
        .split('\n')
        .filter((line) => line.replaceAll(String.raw`\040`, ' ').includes(this.stateDir)),
      ...(await this.loopFilesLeft()),
    ];
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`);
  }

  /** The kernel detaches the loop device of a deleted file when nobody has it open any more, e.g. to look at it. */
  private async loopFilesLeft(): Promise<readonly string[]> {
    for (let tries = 0; ; tries += 1) {
      const left = (await loopFiles()).filter((file) => file.startsWith(this.stateDir));
      const areDetaching = left.every((file) => file.endsWith(' (deleted)'));
      if (left.length === 0 || !areDetaching || tries === MAX_LOOKS) return left;
      await delay(LOOK_MS);
    }
  }

  /** A separate client of the engine, acting as a third party that interferes with containers. */
  thirdParty(): Docker {
    return new Docker({ socketPath: this.engine.info.socketPath });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine.sweep({ run: this.run, dryRun: false });
    await this.engine[Symbol.asyncDispose]();
    await rm(this.stateDir, { recursive: true, force: true });
  }
}

/** Returns the backing files of the loop devices of the host. */
async function loopFiles(): Promise<readonly string[]> {
  const names = (await readdir('/sys/block')).filter((name) => name.startsWith('loop'));
  return await Promise.all(
    names.map((name) => readFile(`/sys/block/${name}/loop/backing_file`, 'utf8').catch(() => '')),
  );
}

/** Reads all bytes of a stream. */
export async function bytesOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
