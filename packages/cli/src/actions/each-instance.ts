import { RefbenchError } from '@refbench/contracts';
import { type CatalogEntry, type prepareEnvironment, selectEntries } from '@refbench/instances';
import { ImagePool, newRunId, orderByLayers } from '@refbench/runner';
import { connectEngine } from '@refbench/sandbox';
import { imageOptionsOf, type BuildCommandOptions } from '../options/build-options.ts';
import type { DiskCommandOptions } from '../options/disk-option.ts';
import { selectionOf, type SelectionOptions } from '../options/selection-options.ts';
import { twoStageSignals } from '../terminal/two-stage-signals.ts';
import { workspaceOf, type WorkspaceOptions } from '../options/workspace-options.ts';

/** Everything that a command needs to work on one instance. */
export type InstanceSession = Parameters<typeof prepareEnvironment>[0] & {
  readonly run: string;
  /** Prints to standard error, with the id of the instance before each line. */
  readonly say: (text: string) => void;
};

type Options = WorkspaceOptions &
  BuildCommandOptions &
  SelectionOptions &
  Partial<DiskCommandOptions>;

/**
 * Runs an action for each instance, one at a time. Instances that share layers are adjacent. The
 * first Ctrl-C stops the current action. With `--disk`, images are removed to make room for the next
 * one.
 */
export async function forEachInstance(
  patterns: readonly string[],
  options: Options,
  act: (session: InstanceSession) => Promise<void>,
): Promise<void> {
  const workspace = workspaceOf(options);
  const entries = orderByLayers(await selectEntries(workspace, selectionOf(patterns, options)));
  refuseUntested(entries);
  await using engine = await connectEngine({ stateDir: workspace.stateDir });
  const write = (line: string): void => void process.stderr.write(`${line}\n`);
  using signals = twoStageSignals(() => write('Stopping; the same command starts again.'));
  const build = await imageOptionsOf(options);
  const keeper = await keeperOf(options, {
    workspace,
    engine,
    entries,
    build,
    signal: signals.drain,
  });
  for (const entry of entries) {
    const { id } = entry.instance;
    const say = (text: string): void => write(text.replaceAll(/^/gm, `${id}  `));
    const bounded = (await keeper?.boundedBuild(entry)) ?? build;
    const run = newRunId();
    const signal = signals.drain;
    await act({ workspace, engine, entry, build: bounded, run, signal, say, onProgress: say });
  }
}

/** Without tests, there is nothing to build, to run or to count. */
function refuseUntested(entries: readonly CatalogEntry[]): void {
  const entry = entries.find(({ instance }) => instance.no_tests !== undefined);
  if (entry === undefined) return;
  const { id, no_tests = '' } = entry.instance;
  throw new RefbenchError({
    kind: 'usage',
    message: `${id} has no tests: ${no_tests}`,
    hint: `leave it out with --exclude ${id}, or remove no_tests from its instance.yaml to build its environment`,
  });
}

async function keeperOf(
  options: Options,
  context: Omit<Parameters<typeof ImagePool.open>[0], 'budgetBytes' | 'onProgress'>,
): Promise<ImagePool | undefined> {
  if (options.disk === undefined) return undefined;
  return await ImagePool.open({
    ...context,
    budgetBytes: options.disk,
    onProgress: (id, message) => void process.stderr.write(`${id}  ${message}\n`),
  });
}
