import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { ListenOptions } from '@refbench/fleet';
import { PathOption } from '../command-line/path-option.ts';
import { portNumber, positive } from './number-options.ts';
import { collectList } from './workspace-options.ts';

/** Options of a run whose attempts are made by other processes, on this or other hosts. */
export interface FleetOptions {
  readonly engine?: readonly string[];
  readonly queue?: string;
  readonly listen: Address;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly leases: boolean;
  readonly leaseSeconds: number;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const GROUP = 'Several hosts:';

export function addFleetOptions<C extends Command>(command: C): C {
  const add = (option: Option): void => void command.addOption(option.helpGroup(GROUP));
  add(
    new Option(
      '--engine <host[=slots]|file>',
      'make attempts on these container engines at the same time, e.g. ssh://host1=2,unix:///run/docker-2.sock or engines.yaml (repeatable, or a,b); without a number, as many as the processors and the memory of the engine allow',
    ).argParser(collectList),
  );
  add(
    new Option(
      '--queue <url>',
      'let workers make the attempts that hear of them through this Redis server, e.g. redis://10.0.0.5:6379; see refbench worker',
    ).conflicts('engine'),
  );
  add(
    new Option(
      '--listen <host:port>',
      'address at which workers reach this command; port 0 is any free port',
    )
      .argParser(addressOf)
      .default({ host: '127.0.0.1', port: 0 }, '127.0.0.1:0'),
  );
  add(
    new PathOption(
      '--tls-cert <file>',
      'certificate in PEM form: workers connect encrypted, and trust exactly this certificate',
      'read-file',
    ),
  );
  add(new PathOption('--tls-key <file>', 'private key of --tls-cert, in PEM form', 'read-file'));
  add(
    new Option(
      '--lease-seconds <n>',
      'a worker that was not heard for this long has lost its attempt',
    )
      .argParser(positive)
      .default(60),
  );
  // Only for processes that a worker starts: attempts come by standard input.
  command.addOption(
    new Option('--leases', 'make the attempts that standard input names').default(false).hideHelp(),
  );
  return command;
}

/** Where this command listens, and the certificate that workers trust. */
export async function listenOptionsOf({
  listen,
  tlsCert,
  tlsKey,
}: FleetOptions): Promise<ListenOptions> {
  if (tlsCert === undefined || tlsKey === undefined) return listen;
  const [cert, key] = await Promise.all([readFile(tlsCert, 'utf8'), readFile(tlsKey, 'utf8')]);
  return { ...listen, tls: { cert, key } };
}

/** The address that workers are told. */
export function advertisedUrl({ host, tls }: ListenOptions, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? hostname() : host;
  return `${tls === undefined ? 'http' : 'https'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

function addressOf(value: string): Address {
  const [, host, port] = /^\[?(.+?)\]?:(\d+)$/.exec(value) ?? [];
  if (host === undefined || port === undefined) {
    throw new InvalidArgumentError('use the form <host>:<port>, e.g. 10.0.0.5:7070');
  }
  return { host, port: portNumber(port) };
}
