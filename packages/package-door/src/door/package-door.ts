import type { PackageList, PackageRequest } from '@refbench/contracts';
import { compareText } from '@refbench/base';
import type { ArchiveGate } from '@refbench/leak-gate';
import type { DoorEcosystem, Subject } from '../contract/package-file.ts';
import { Refusal } from '../contract/refusal.ts';
import type { RegistryContext, Registry } from '../registries/registry.ts';
import type { PackageStore, Stored } from '../store/package-store.ts';
import type { SharedReads } from '../store/shared-reads.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { ArchiveSource } from './archive-source.ts';
import { readAsked, type AskedPath } from './asked-path.ts';
import { checkDates, type DateTruth } from './date-check.ts';
import { HandedOut } from './handed-out.ts';
import type { Reply } from './http-server.ts';
import { nearName } from './near-name.ts';
import { DOOR_URL, REGISTRIES } from './registries.ts';
import { refusalOf } from './release-rule.ts';
import type { RequestLog } from './request-log.ts';

export interface PackageDoorOptions {
  readonly instance: string;
  readonly gate: ArchiveGate;
  readonly store: PackageStore;
  readonly upstream: Upstream;
  readonly reads: SharedReads;
  readonly log: RequestLog;
  /** Nothing that was published later is shown. Undefined if every date may be seen. */
  readonly cutoff: Date | undefined;
  /** Direct dependencies of base: a name that is nearly one of them is noted. */
  readonly declared: ReadonlySet<string>;
  /** The most bytes of archives that one container may get. */
  readonly maxTotalBytes: number;
}

/** Something that was handed out and is handed out again without any work. */
interface Served {
  readonly stored: Stored;
  readonly type: string;
  readonly about: Subject;
  readonly yanked: boolean;
}

/** Answers the requests of one container. */
export class PackageDoor {
  private readonly options: PackageDoorOptions;
  private readonly archives: ArchiveSource;
  private readonly handedOut = new HandedOut();
  private readonly served = new Map<string, Served>();
  private readonly running = new Map<string, Promise<Served>>();
  private readonly dates = new Map<DoorEcosystem, DateTruth>();
  private totalBytes = 0;

  constructor(options: PackageDoorOptions) {
    this.options = options;
    this.archives = new ArchiveSource(options.store, options.upstream, options.gate);
  }

  async handle(request: {
    readonly method: string;
    readonly url: string;
    readonly accept: string;
  }): Promise<Reply> {
    const line = { at: new Date().toISOString(), path: request.url.slice(0, 1000) };
    let asked: AskedPath | undefined;
    try {
      if (!this.options.log.isOpen) {
        throw new Refusal('not-a-package', 'too many requests: nothing more is handed out');
      }
      asked = readAsked(request.method, request.url, request.accept);
      const served = await this.serve(asked, request.accept);
      const similar = nearName(served.about.name, this.options.declared);
      this.options.log.add({
        ...line,
        ...describe(served),
        outcome: 'served',
        ...(similar === undefined ? {} : { similar_to: similar }),
      });
      const { stored, type } = served;
      return {
        kind: 'file',
        file: this.options.store.pathOf(stored.sha256),
        bytes: stored.bytes,
        type,
      };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refuse(error, line, asked);
      return { kind: 'refused', status: error.status, line: error.message };
    }
  }

  /** Everything that was handed out so far. */
  list(): PackageList {
    const { instance, cutoff } = this.options;
    return this.handedOut.list({
      instance,
      cutoff: cutoff?.toISOString() ?? null,
      registries: [...this.dates]
        .map(([ecosystem, dates]) => ({ ecosystem, dates }))
        .sort((a, b) => compareText(a.ecosystem, b.ecosystem)),
    });
  }

  private async serve(asked: AskedPath, accept: string): Promise<Served> {
    const key = `${asked.form} ${asked.path}`;
    const known = this.served.get(key);
    if (known !== undefined) return known;
    const running = this.running.get(key) ?? this.first(asked, accept);
    this.running.set(key, running);
    try {
      const served = await running;
      this.served.set(key, served);
      return served;
    } finally {
      this.running.delete(key);
    }
  }

  private async first(asked: AskedPath, accept: string): Promise<Served> {
    const entry = Object.hasOwn(REGISTRIES, asked.registry)
      ? REGISTRIES[asked.registry]
      : undefined;
    if (entry === undefined) {
      throw new Refusal(
        'not-a-package',
        `${DOOR_URL} serves packages of registries and nothing else`,
      );
    }
    const { ecosystem, registry } = entry;
    const context = await this.contextOf(ecosystem, registry, asked.registry);
    const answer = await registry.answer({ path: asked.rest, accept }, context);
    const { path, form } = asked;
    if (answer.kind === 'document') {
      const { about, type, body } = answer;
      const stored = await this.options.store.putBytes(body);
      this.handedOut.document({ path, form, type, ...stored });
      await this.options.store.noteHandedOut(this.options.instance, { path, form, ...stored });
      return { stored, type, about, yanked: false };
    }
    const { file } = answer;
    const stored = await this.archives.get(file);
    this.totalBytes += stored.bytes;
    if (this.totalBytes > this.options.maxTotalBytes) {
      throw new Refusal(
        'unsafe',
        `all archives together have more than ${this.options.maxTotalBytes} bytes`,
        file.about,
      );
    }
    this.handedOut.archive({
      ...file.about,
      path,
      ...stored,
      published_at: file.publishedAt?.toISOString() ?? null,
    });
    await this.options.store.noteHandedOut(this.options.instance, { path, ...stored });
    return { stored, type: file.contentType, about: file.about, yanked: file.yanked };
  }

  private async contextOf(
    ecosystem: DoorEcosystem,
    registry: Registry,
    prefix: string,
  ): Promise<RegistryContext> {
    const { upstream, reads, gate, cutoff } = this.options;
    const address = upstream.addresses[ecosystem];
    if (address === undefined) {
      throw new Refusal(
        'unreachable',
        `no address of a registry of ${ecosystem} packages is known`,
      );
    }
    const unjudged: RegistryContext = {
      upstream,
      address,
      door: `${DOOR_URL}/${prefix}`,
      read: (url, about, accept) => reads.read(url, about, accept),
      modified: (url, about) => reads.modified(url, about),
      shows: () => true,
      require: () => undefined,
    };
    const truth = this.dates.get(ecosystem) ?? (await checkDates(registry, unjudged));
    this.dates.set(ecosystem, truth);
    const rule = { gate, cutoff, datesAreTrue: truth === 'true' };
    return {
      ...unjudged,
      shows: (release) => refusalOf(release, rule) === undefined,
      require: (release) => {
        const refusal = refusalOf(release, rule);
        if (refusal !== undefined) throw refusal;
      },
    };
  }

  private refuse(
    { reason, message, about }: Refusal,
    line: Pick<PackageRequest, 'at' | 'path'>,
    asked: AskedPath | undefined,
  ): void {
    const entry = asked !== undefined && Object.hasOwn(REGISTRIES, asked.registry);
    const ecosystem =
      about?.ecosystem ?? (entry ? (REGISTRIES[asked.registry]?.ecosystem ?? null) : null);
    const similar = about === undefined ? undefined : nearName(about.name, this.options.declared);
    this.options.log.add({
      ...line,
      ecosystem,
      ...nameOf(about),
      outcome: 'refused',
      reason,
      detail: message,
      ...(similar === undefined ? {} : { similar_to: similar }),
    });
    this.handedOut.refuse({
      ecosystem,
      name: about?.name ?? line.path.slice(0, 200),
      ...(about?.version === undefined ? {} : { version: about.version }),
      reason,
      detail: message,
    });
  }
}

function describe({
  stored,
  about,
  yanked,
}: Served): Omit<PackageRequest, 'at' | 'path' | 'outcome'> {
  return {
    ecosystem: about.ecosystem,
    ...nameOf(about),
    ...stored,
    ...(yanked ? { yanked } : {}),
  };
}

function nameOf(about: Subject | undefined): Pick<PackageRequest, 'name' | 'version'> {
  if (about === undefined) return {};
  return { name: about.name, ...(about.version === undefined ? {} : { version: about.version }) };
}
