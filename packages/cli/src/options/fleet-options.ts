import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { RefbenchError, type Limits } from '@refbench/contracts';
import { readYamlFile } from '@refbench/base';
import type { EngineSlots, ListenOptions } from '@refbench/fleet';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { z } from 'zod';
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

/** engines.yaml: the engines of a run, and how many attempts each makes at a time. */
const enginesSchema = z.strictObject({
  engines: z
    .array(z.strictObject({ host: z.string().min(1), slots: z.int().min(1).max(1000).optional() }))
    .min(1),
});

/** An engine without a number of slots makes as many attempts as it has room for. */
interface GivenEngine {
  readonly host: string;
  readonly slots?: number | undefined;
}

/**
 * Reads the engines of a run, and asks those without a number of slots what they have.
 * @param say told about each engine that does not answer and is left out
 * @throws RefbenchError kind `engine` if none answers, `usage` or `invalid-file` for a wrong list
 */
export async function enginesOf(
  values: readonly string[],
  {
    stateDir,
    limits,
    say,
  }: {
    readonly stateDir: string;
    readonly limits: Pick<Limits, 'cpus' | 'memory_bytes'>;
    readonly say: (message: string) => void;
  },
): Promise<readonly EngineSlots[]> {
  const given = (await Promise.all(values.map((value) => givenEngines(value)))).flat();
  const repeated = given.find(
    ({ host }, index) => given.findIndex((one) => one.host === host) < index,
  );
  if (repeated !== undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `--engine names ${repeated.host} twice`,
      hint: `use ${repeated.host}=2 for two attempts at a time`,
    });
  }
  const engines: EngineSlots[] = [];
  let failure: unknown;
  for (const { host, slots } of given) {
    try {
      await using engine = await connectEngine({ stateDir, host });
      engines.push({ host, slots: slots ?? roomFor(engine.info, limits) });
    } catch (error) {
      if (!RefbenchError.isInstance(error)) throw error;
      failure = error;
      say(`${host} is left out: ${error.message}`);
    }
  }
  if (engines.length === 0) throw failure;
  return engines;
}

/** The number of attempts for which an engine has processors and memory. */
export function roomFor(
  { cpus, memoryBytes }: Pick<Engine['info'], 'cpus' | 'memoryBytes'>,
  limits: Pick<Limits, 'cpus' | 'memory_bytes'>,
): number {
  return Math.max(1, Math.floor(Math.min(cpus / limits.cpus, memoryBytes / limits.memory_bytes)));
}

async function givenEngines(value: string): Promise<readonly GivenEngine[]> {
  if (/\.ya?ml$/.test(value)) return (await readYamlFile(value, enginesSchema)).engines;
  const [, host = value, slots] = /^(.+?)(?:=(\d+))?$/.exec(value) ?? [];
  if (!/^(?:unix|tcp|ssh|http|https):\/\//.test(host) || slots === '0') {
    throw new RefbenchError({
      kind: 'usage',
      message: `"${value}" is not a container engine`,
      hint: 'write for example ssh://host1=2, unix:///run/docker-2.sock or engines.yaml',
    });
  }
  return [{ host, ...(slots === undefined ? {} : { slots: Number(slots) }) }];
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
