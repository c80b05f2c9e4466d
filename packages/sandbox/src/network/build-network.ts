import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { withLock, type Claim } from '@refbench/base';
import type { EngineApi } from '../api/engine-api.ts';
import { isConflict, isNotFound } from '../api/engine-api-error.ts';
import type { BuildIsolation } from '../contract/build-isolation.ts';
import type { EngineInfo } from '../contract/engine-info.ts';
import { hostCommand } from '../storage/host-command.ts';
import type { StateFolder } from '../storage/state-folder.ts';
import { isStaleRule, ruleComment } from './rule-owner.ts';

const NETWORK = 'refbench-build';
const BRIDGE = 'refbench0';
const CHAIN = 'REFBENCH-BUILD';
const TIMEOUT_MS = 60_000;

/** Network access of a build container. Disposal closes the services that were opened for it. */
export interface BuildAccess extends AsyncDisposable {
  readonly isolation: BuildIsolation;
}

/**
 * Provides a separate network for build containers. It reaches the internet, but not services of
 * this host, other containers or cloud metadata, because recipes run third-party code as root.
 */
export class BuildNetworkProvider {
  private readonly api: EngineApi;
  private readonly info: EngineInfo;
  private readonly state: StateFolder;
  private readonly isLocal: () => Promise<boolean>;

  constructor(parts: {
    readonly api: EngineApi;
    readonly info: EngineInfo;
    readonly state: StateFolder;
    /** Returns whether the engine runs on this host. */
    readonly isLocal: () => Promise<boolean>;
  }) {
    this.api = parts.api;
    this.info = parts.info;
    this.state = parts.state;
    this.isLocal = parts.isLocal;
  }

  /**
   * Creates the network if it is missing and opens `services` of this host (`host:port`) to it. Every
   * build container can reach them until the result is disposed or this process has ended.
   */
  async provide(services: readonly string[]): Promise<BuildAccess> {
    if (this.info.kind !== 'docker') return open('bridge', 'the network is created only on Docker');
    await this.ensureNetwork();
    if (!this.canFilter() || !(await this.isLocal())) {
      return open(NETWORK, 'isolation requires root on the host of the engine');
    }
    const found = await findExceptions(services);
    const comment = await ruleComment(this.state);
    const exceptions = found.map((exception) => ruleOf(exception, comment));
    const claim = exceptions.length === 0 ? undefined : await this.state.claim();
    try {
      await this.locked(() => filter(exceptions, this.state));
    } catch (error) {
      return open(NETWORK, error instanceof Error ? (error.message.split('\n')[0] ?? '') : '');
    }
    const detail = 'builds reach neither services of this host nor other containers';
    return {
      isolation: { network: NETWORK, enforced: true, detail },
      [Symbol.asyncDispose]: () => this.close(exceptions, claim),
    };
  }

  /** If removing a rule fails, a later build removes it after this process has ended. */
  private async close(exceptions: readonly Rule[], claim: Claim | undefined): Promise<void> {
    if (exceptions.length === 0) return;
    await this.locked(async () => {
      for (const rule of exceptions) await iptables('-D', CHAIN, ...rule);
      claim?.release();
    }).catch(() => undefined);
  }

  private async locked(change: () => Promise<void>): Promise<void> {
    await withLock(`${this.state.root}.firewall.lock`, 'the firewall of builds', change);
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
      // Another process has created it in the meantime.
      if (!isConflict(error)) throw error;
    }
  }
}

/** Another process may be building, so only rules of processes that have ended are removed. */
async function filter(exceptions: readonly Rule[], state: StateFolder): Promise<void> {
  await iptables('-N', CHAIN).catch(() => undefined);
  await removeStaleExceptions(state);
  await ensureRule(CHAIN, '-j', 'REJECT');
  // Each container adds its own rule, even if it equals another's, and removes one when it ends.
  for (const rule of exceptions) await iptables('-I', CHAIN, '1', ...rule);
  for (const protocol of ['udp', 'tcp'] as const) {
    for (const address of await ownNameServers()) {
      await ensureFirst(CHAIN, ...destination({ protocol, address, port: 53 }), '-j', 'RETURN');
    }
  }
  const answers = ['-m', 'conntrack', '--ctstate', 'RELATED,ESTABLISHED'];
  await ensureFirst(CHAIN, ...answers, '-j', 'RETURN');
  await ensureFirst('INPUT', '-i', BRIDGE, '-j', CHAIN);
  // Blocks cloud metadata, which may contain credentials.
  await ensureFirst('DOCKER-USER', '-i', BRIDGE, '-d', '169.254.0.0/16', '-j', 'REJECT');
}

async function removeStaleExceptions(state: StateFolder): Promise<void> {
  for (const rule of await rulesOfChain()) {
    if (!(await isStaleRule(rule, state))) continue;
    try {
      await iptables('-D', ...rule.split(' ').slice(1).map(unquote));
    } catch (error) {
      // A process of another state folder may have removed it at the same time.
      if ((await rulesOfChain()).includes(rule)) throw error;
    }
  }
}

async function rulesOfChain(): Promise<readonly string[]> {
  return (await hostCommand('iptables', ['-w', '10', '-S', CHAIN])).split('\n');
}

function unquote(word: string): string {
  return word.replace(/^"(.*)"$/, '$1');
}

/** Returns exceptions for services of this host. All others are reachable anyway. */
async function findExceptions(services: readonly string[]): Promise<readonly Exception[]> {
  const own = ownAddresses();
  const named = await Promise.all(services.map(resolveService));
  return named.flat().filter(({ address }) => own.has(address));
}

interface Exception {
  readonly protocol: 'tcp' | 'udp';
  readonly address: string;
  readonly port: number;
}

function open(network: string, reason: string): BuildAccess {
  const detail = `builds may reach services of this host: ${reason}`;
  return {
    isolation: { network, enforced: false, detail },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function destination({ protocol, address, port }: Exception): readonly string[] {
  return ['-d', address, '-p', protocol, '--dport', String(port)];
}

type Rule = readonly string[];

function ruleOf(exception: Exception, comment: string): Rule {
  const owner = ['-m', 'comment', '--comment', comment];
  return [...destination(exception), ...owner, '-j', 'RETURN'];
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

async function ownNameServers(): Promise<readonly string[]> {
  const own = ownAddresses();
  const text = await readFile('/etc/resolv.conf', 'utf8').catch(() => '');
  const all = [...text.matchAll(/^nameserver\s+(\S+)/gm)].map(([, address]) => address ?? '');
  return all.filter((address) => own.has(address));
}
