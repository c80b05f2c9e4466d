import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { withLock } from '@refbench/files';
import type { EngineApi } from '../api/engine-api.ts';
import { isConflict, isNotFound } from '../api/engine-api-error.ts';
import type { EngineInfo } from '../engine-info.ts';
import { hostCommand } from '../storage/host-command.ts';
import type { StateFolder } from '../storage/state-folder.ts';

/** The network of build containers, and what it keeps them from. */
export interface BuildIsolation {
  /** The engine's name for it. */
  readonly network: string;
  /** True where neither this host's services nor other containers can be reached from it. */
  readonly enforced: boolean;
  /** One sentence for a person. */
  readonly detail: string;
}

const NETWORK = 'refbench-build';
const BRIDGE = 'refbench0';
const CHAIN = 'REFBENCH-BUILD';
const TIMEOUT_MS = 60_000;

/**
 * A network of its own for containers that build: out to the world, but not to the services of this
 * host, to other containers or to the metadata of a cloud. A recipe's root is somebody else's code.
 */
export class BuildNetworkProvider {
  private readonly api: EngineApi;
  private readonly info: EngineInfo;
  private readonly state: StateFolder;

  constructor(parts: {
    readonly api: EngineApi;
    readonly info: EngineInfo;
    readonly state: StateFolder;
  }) {
    this.api = parts.api;
    this.info = parts.info;
    this.state = parts.state;
  }

  /** Makes the network where it is missing. `services` of this host (`host:port`) stay within reach. */
  async provide(services: readonly string[]): Promise<BuildIsolation> {
    if (this.info.kind !== 'docker') return open('bridge', 'only Docker is given such a network');
    await this.ensureNetwork();
    if (!this.canFilter()) {
      return open(NETWORK, 'that takes root on the host of the engine');
    }
    try {
      await withLock(`${this.state.root}.firewall.lock`, 'the firewall of builds', () =>
        this.filter(services),
      );
    } catch (error) {
      return open(NETWORK, error instanceof Error ? (error.message.split('\n')[0] ?? '') : '');
    }
    const detail = 'builds reach neither services of this host nor other containers';
    return { network: NETWORK, enforced: true, detail };
  }

  private canFilter(): boolean {
    const { rootless, socketPath } = this.info;
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
    return isRoot && !rootless && socketPath.startsWith('/');
  }

  private async ensureNetwork(): Promise<void> {
    const path = `/networks/${NETWORK}`;
    try {
      await this.api.text({ method: 'GET', path, timeoutMs: TIMEOUT_MS });
      return;
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    const body = {
      Name: NETWORK,
      CheckDuplicate: true,
      Driver: 'bridge',
      EnableIPv6: false,
      Options: {
        'com.docker.network.bridge.name': BRIDGE,
        'com.docker.network.bridge.enable_icc': 'false',
      },
    };
    try {
      await this.api.text({
        method: 'POST',
        path: '/networks/create',
        body,
        timeoutMs: TIMEOUT_MS,
      });
    } catch (error) {
      // Another process was faster.
      if (!isConflict(error)) throw error;
    }
  }

  /** Rules are only ever added: another process may be building. */
  private async filter(services: readonly string[]): Promise<void> {
    await iptables('-N', CHAIN).catch(() => undefined);
    await ensureRule(CHAIN, '-j', 'REJECT');
    for (const { protocol, address, port } of await this.exceptions(services)) {
      const to = ['-d', address, '-p', protocol, '--dport', String(port)];
      await ensureFirst(CHAIN, ...to, '-j', 'RETURN');
    }
    const answers = ['-m', 'conntrack', '--ctstate', 'RELATED,ESTABLISHED'];
    await ensureFirst(CHAIN, ...answers, '-j', 'RETURN');
    await ensureFirst('INPUT', '-i', BRIDGE, '-j', CHAIN);
    // A cloud's metadata, which may hold its keys.
    await ensureFirst('DOCKER-USER', '-i', BRIDGE, '-d', '169.254.0.0/16', '-j', 'REJECT');
  }

  private async exceptions(services: readonly string[]): Promise<readonly Exception[]> {
    const own = ownAddresses();
    const named = await Promise.all(services.map(resolveService));
    const servers = await nameServers();
    return [
      ...named.flat().filter(({ address }) => own.has(address)),
      ...servers
        .filter((address) => own.has(address))
        .flatMap((address) =>
          (['udp', 'tcp'] as const).map((protocol) => ({ protocol, address, port: 53 })),
        ),
    ];
  }
}

interface Exception {
  readonly protocol: 'tcp' | 'udp';
  readonly address: string;
  readonly port: number;
}

function open(network: string, reason: string): BuildIsolation {
  const detail = `builds may reach services of this host: ${reason}`;
  return { network, enforced: false, detail };
}

async function iptables(...args: readonly string[]): Promise<void> {
  await hostCommand('iptables', ['-w', '10', ...args]);
}

async function ensureRule(chain: string, ...rule: readonly string[]): Promise<void> {
  await iptables('-C', chain, ...rule).catch(() => iptables('-A', chain, ...rule));
}

async function ensureFirst(chain: string, ...rule: readonly string[]): Promise<void> {
  await iptables('-C', chain, ...rule).catch(() => iptables('-I', chain, '1', ...rule));
}

function ownAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(all.map(({ address }) => address));
}

async function resolveService(service: string): Promise<readonly Exception[]> {
  const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(service) ?? [];
  const found = await lookup(host, { all: true, family: 4 }).catch(() => []);
  return found.map(({ address }) => ({ protocol: 'tcp', address, port: Number(port) }));
}

async function nameServers(): Promise<readonly string[]> {
  const text = await readFile('/etc/resolv.conf', 'utf8').catch(() => '');
  return [...text.matchAll(/^nameserver\s+(\S+)/gm)].map(([, address]) => address ?? '');
}
