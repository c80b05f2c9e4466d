import { basename } from 'node:path';
import type { Instance, PackageList } from '@refbench/contracts';
import {
  commitTime,
  declaredDependencies,
  openArchiveGate,
  type ArchiveGate,
} from '@refbench/leak-gate';
import { displayPath, type Repository } from '@refbench/repos';
import { PackageStore } from '../store/package-store.ts';
import { SharedReads } from '../store/shared-reads.ts';
import { Upstream, type UpstreamSettings } from '../upstream/upstream.ts';
import { openDoorServer } from './http-server.ts';
import { PackageDoor } from './package-door.ts';
import { RequestLog } from './request-log.ts';

/** Packages may be as much younger than base: what golden itself could use was there by then. */
export const MARGIN_DAYS = 30;

const MAX_UNPACKED_BYTES = 4 * 2 ** 30;
const MAX_TOTAL_BYTES = 4 * 2 ** 30;

export interface OpenDoorOptions {
  readonly instance: Instance;
  readonly repository: Repository;
  /** packages.jsonl of the attempt. Undefined if requests need not be recorded. */
  readonly logFile: string | undefined;
  /** `none` shows versions of every date: nobody can learn from packages that are only graded with. */
  readonly cutoff: Date | 'none';
}

/** A door of one container. */
export interface OpenDoor extends AsyncDisposable {
  /** Folder with the socket, for a read-only mount. */
  readonly socketDir: string;
  /** Everything that was handed out so far. */
  readonly list: () => PackageList;
  /** Asks for a path as a container would. Returns why it was refused; undefined if it was served. */
  readonly ask: (path: string, form: string) => Promise<string | undefined>;
}

/** Opens doors for the attempts of a command, which share one store and the answers of registries. */
export class PackageService implements AsyncDisposable {
  private readonly stateDir: string;
  private readonly store: PackageStore;
  private readonly upstream: Upstream;
  private readonly reads: SharedReads;
  private readonly gates = new Map<string, Promise<ArchiveGate>>();

  private constructor(stateDir: string, store: PackageStore, upstream: Upstream) {
    this.stateDir = stateDir;
    this.store = store;
    this.upstream = upstream;
    this.reads = new SharedReads(store, upstream);
  }

  static async open(stateDir: string, settings: UpstreamSettings): Promise<PackageService> {
    return new PackageService(stateDir, await PackageStore.open(stateDir), new Upstream(settings));
  }

  async openDoor(options: OpenDoorOptions): Promise<OpenDoor> {
    const { instance, repository, cutoff } = options;
    const log = await RequestLog.open(options.logFile);
    const door = new PackageDoor({
      instance: instance.id,
      gate: await this.gateOf(instance, repository),
      store: this.store,
      upstream: this.upstream,
      reads: this.reads,
      log,
      cutoff: cutoff === 'none' ? undefined : cutoff,
      declared: await declaredAtBase(instance, repository),
      maxTotalBytes: MAX_TOTAL_BYTES,
    });
    const server = await openDoorServer(this.stateDir, (request) => door.handle(request));
    return {
      socketDir: server.socketDir,
      list: () => door.list(),
      async ask(path, form) {
        const accept = form === 'json' ? 'application/vnd.pypi.simple.v1+json' : '*/*';
        const reply = await door.handle({ method: 'GET', url: `/${path}`, accept });
        return reply.kind === 'refused' ? reply.line : undefined;
      },
      async [Symbol.asyncDispose]() {
        await server[Symbol.asyncDispose]();
        await log[Symbol.asyncDispose]();
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const gate of this.gates.values()) await (await gate)[Symbol.asyncDispose]();
    await this.upstream[Symbol.asyncDispose]();
    await this.store[Symbol.asyncDispose]();
  }

  private gateOf(instance: Instance, repository: Repository): Promise<ArchiveGate> {
    const known = this.gates.get(instance.id);
    if (known !== undefined) return known;
    const gate = openArchiveGate({
      instance,
      repository,
      stateDir: this.stateDir,
      maxUnpackedBytes: MAX_UNPACKED_BYTES,
    });
    this.gates.set(instance.id, gate);
    return gate;
  }
}

/**
 * The date up to which packages are shown: that of base and a margin.
 * @throws Error if the repository has no such commit
 */
export async function cutoffOf(instance: Instance, repository: Repository): Promise<Date> {
  const at = await commitTime(repository.gitDir, instance.base);
  if (at === undefined) throw new Error(`${instance.id}: base has no date`);
  return new Date(at.getTime() + MARGIN_DAYS * 24 * 60 * 60_000);
}

async function declaredAtBase(
  { base, environment }: Instance,
  repository: Repository,
): Promise<ReadonlySet<string>> {
  const tree = await repository.readTree(base);
  const names = new Set<string>();
  for (const [path, { oid }] of tree) {
    const shown = displayPath(path);
    if (!environment.manifests.includes(shown)) continue;
    const text = (await repository.readBlob(oid)).toString('utf8');
    for (const name of declaredDependencies(basename(shown), text)) names.add(name);
  }
  return names;
}
