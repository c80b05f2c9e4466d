import { RefbenchError, type Limits } from '@refbench/contracts';
import {
  cutoffOf,
  PackageService,
  registryAddresses,
  type OpenDoor,
  type UpstreamSettings,
} from '@refbench/package-door';
import type { PreparedEnvironment } from '@refbench/instances';
import { PACKAGE_FILES } from '@refbench/workspace';
import { PACKAGE_PROGRAMS } from '@refbench/docker';

export interface PackageSourceOptions {
  readonly prepared: PreparedEnvironment;
  /** Settings of builds: registries, proxies and certificates. */
  readonly network: Pick<UpstreamSettings, 'env' | 'certificates'>;
  readonly limits: Limits;
  readonly run: string;
  readonly signal: AbortSignal;
}

/** Where the containers of an instance get packages from. Nothing is opened before it is needed. */
export class PackageSource implements AsyncDisposable {
  readonly options: PackageSourceOptions;
  private opened: Promise<PackageService> | undefined;

  constructor(options: PackageSourceOptions) {
    this.options = options;
  }

  /**
   * Opens a door for one container.
   * @param dated whether only packages of the time of base are shown
   */
  async openDoor(dated: boolean, logFile: string | undefined): Promise<OpenDoor> {
    const { instance, repository } = this.options.prepared;
    const service = await this.service();
    return await service.openDoor({
      instance,
      repository,
      logFile,
      cutoff: dated ? await cutoffOf(instance, repository) : 'none',
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const service = await this.opened?.catch(() => undefined);
    await service?.[Symbol.asyncDispose]();
  }

  private service(): Promise<PackageService> {
    this.opened ??= this.open();
    return this.opened;
  }

  private async open(): Promise<PackageService> {
    const { prepared, network } = this.options;
    const addresses = registryAddresses(network.env, await this.defaults());
    return await PackageService.open(prepared.workspace.stateDir, { ...network, addresses });
  }

  /** Asks the package managers of the image, offline, for the registries that they know. */
  private async defaults(): Promise<string> {
    const { prepared, limits, run, signal } = this.options;
    await using created = await prepared.engine.createContainer({
      profile: 'agent',
      image: prepared.environment.imageId,
      command: ['bash', `${PACKAGE_FILES}/registry-addresses.sh`],
      env: {},
      workingDir: '/',
      limits: { ...limits, wall_clock_ms: 120_000 },
      mounts: [{ source: PACKAGE_PROGRAMS, target: PACKAGE_FILES }],
      writable: ['/tmp'],
      labels: { run, instance: prepared.instance.id, attempt: 'registries', phase: 'warm' },
    });
    await using running = await created.start({ signal });
    await using stopped = await running.ended;
    if (stopped.end.kind === 'exited') return stopped.log.bytes.toString('utf8');
    signal.throwIfAborted();
    throw new RefbenchError({
      kind: 'infra-incomplete',
      message: `${prepared.instance.id}: the package managers of the image could not be asked for their registries`,
      hint: 'check the container engine with refbench doctor, then run the same command again',
    });
  }
}
