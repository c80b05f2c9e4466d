import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import {
  coordinateRun,
  localWorkers,
  type Announcer,
  type CoordinateOptions,
  type EngineSlots,
  type Invitation,
} from '@refbench/fleet';
import type * as Queue from '@refbench/queue';
import { selectEntries } from '@refbench/instances';
import { requireRunName } from '@refbench/runner';
import { agentLimitsOf } from '../options/limit-options.ts';
import { enginesOf } from '../options/engine-list.ts';
import { advertisedUrl, listenOptionsOf, type FleetOptions } from '../options/fleet-options.ts';
import { selectionOf } from '../options/selection-options.ts';
import { workspaceOf } from '../options/workspace-options.ts';
import { openLog } from '../terminal/log-file.ts';
import { runView } from '../terminal/run-view.ts';
import { twoStageSignals } from '../terminal/two-stage-signals.ts';
import { conductOptionsOf } from './conduct-options.ts';
import {
  checkTail,
  finishRun,
  type RunCommandOptions,
  type RunRequest,
} from './run-submissions.ts';

interface FleetRequest extends Omit<RunRequest, 'options'> {
  readonly options: RunCommandOptions & FleetOptions;
  /** Options of this command line that every worker uses, without the instances. */
  readonly forwarded: readonly string[];
  /** Options of this command line that belong to this host, for attempts that it starts itself. */
  readonly hostOptions: readonly string[];
}

/** The options of `run` that describe a host, and are given again to each process of an attempt. */
export const HOST_OPTIONS: readonly string[] = [
  'instancesDir',
  'rulesDir',
  'stateDir',
  'mirror',
  'opengrep',
  'caCertificates',
  'aptMirror',
  'buildEnv',
  'slow',
];

/** The options of `run` that no other process needs. */
export const COORDINATOR_OPTIONS: readonly string[] = [
  'instances',
  'exclude',
  'language',
  'limit',
  'sample',
  'seed',
  'runsDir',
  'runId',
  'runBudget',
  'parallel',
  'disk',
  'json',
  'dryRun',
  'logLevel',
  'engine',
  'queue',
  'listen',
  'tlsCert',
  'tlsKey',
  'leases',
  'leaseSeconds',
];

/** This program, for processes that make one attempt each. */
export function ownProgram(): readonly string[] {
  return [process.execPath, fileURLToPath(new URL('../../bin/refbench.js', import.meta.url))];
}

/** Conducts a run whose attempts are made by other processes. Returns the exit code. */
export async function runOnFleet(order: FleetRequest): Promise<number> {
  const { run, options } = order;
  requireRunName(run);
  const workspace = workspaceOf(options);
  const entries = await selectEntries(workspace, selectionOf(order.selection.patterns, options));
  checkTail(options.tail, order.submissions, entries);
  using view = runView({ json: options.json, tail: options.tail });
  using signals = twoStageSignals((message) => view.say(message));
  using log = await openLog({ ...workspace, run }, options.logLevel);
  const listen = await listenOptionsOf(options);
  const conducted = await conductOptionsOf(order, { workspace, entries }, { view, signals, log });
  const engines =
    options.engine === undefined
      ? undefined
      : await enginesOf(options.engine, {
          stateDir: workspace.stateDir,
          limits: agentLimitsOf(options),
          say: (message) => view.say(message),
        });
  const ids = entries.map(({ instance }) => instance.id);
  const result = await log.during(async () =>
    coordinateRun({
      ...conducted,
      command: [...order.forwarded, '--instances', ids.join(',')],
      listen,
      leaseMs: options.leaseSeconds * 1000,
      closed: options.engine !== undefined,
      announce: async ({ port, secret }) => {
        const invitation = { run, url: advertisedUrl(listen, port), secret, ca: listen.tls?.cert };
        return await announcerOf(order, engines, invitation, signals.stop, (line) =>
          view.say(line),
        );
      },
    } satisfies CoordinateOptions),
  );
  view[Symbol.dispose]();
  return await finishRun(result, options.json);
}

async function announcerOf(
  { options, hostOptions }: FleetRequest,
  engines: readonly EngineSlots[] | undefined,
  invitation: Invitation,
  stop: AbortSignal,
  say: (line: string) => void,
): Promise<Announcer> {
  if (engines !== undefined) {
    return localWorkers(engines, invitation, {
      stateDir: resolve(options.stateDir),
      program: ownProgram(),
      hostOptions,
      stop,
      say,
    });
  }
  if (options.queue === undefined) throw new Error('neither engines nor a queue');
  const { offerTickets } = await queuePackage();
  const { ca, ...ticket } = invitation;
  say(`workers reach this run at ${ticket.url}`);
  return offerTickets(
    options.queue,
    { ...ticket, ...(ca === undefined ? {} : { ca }) },
    onceEach(say),
  );
}

/** @throws RefbenchError kind `usage` if the optional package is not installed */
export async function queuePackage(): Promise<typeof Queue> {
  try {
    return await import('@refbench/queue');
  } catch (error) {
    throw new RefbenchError({
      kind: 'usage',
      message: 'a queue needs the package @refbench/queue, which is not installed',
      hint: 'install it beside refbench: npm install @refbench/queue',
      cause: error,
    });
  }
}

/** Passes a message on unless it is the same as the one before: a lost connection fails many times. */
export function onceEach(say: (line: string) => void): (line: string) => void {
  let last = '';
  return (line) => {
    if (line !== last) say(line);
    last = line;
  };
}
