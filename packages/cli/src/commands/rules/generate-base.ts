import { ensureRipgrep } from '@refbench/agents';
import { ensureBaseImage } from '@refbench/env-builder';
import {
  minedCandidates,
  writeBaseTree,
  type RuleCandidates,
  type WritingSubject,
} from '@refbench/rule-mining';
import { scratchFolder, sweepScratch, type ScratchFolder } from '@refbench/workspace';
import { readTask, type CatalogEntry } from '@refbench/instances';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { imageOptionsOf, type BuildCommandOptions } from '../../options/build-options.ts';
import type { InstanceTarget } from '../../options/rule-target.ts';
import type { RunSignals } from '../../terminal/two-stage-signals.ts';

/** What writes rules, and where. */
export interface GenerateWork {
  readonly entry: CatalogEntry;
  readonly target: InstanceTarget;
  /** Whether the writer gets mined rules to start from. */
  readonly fromMined?: boolean;
  /** Folder of the ruleset. */
  readonly rulesDir: string;
  /** Folder of the transcript. */
  readonly folder: string;
  readonly stateDir: string;
  readonly budgetUsd: number;
  readonly wallClockMs: number;
  readonly build: BuildCommandOptions;
  readonly signals: RunSignals;
  readonly say: (text: string) => void;
}

/** What a writer of rules works on, whether it is a model or an agent. */
export async function subjectOf(work: GenerateWork): Promise<WritingSubject> {
  const { entry, target, rulesDir, folder, fromMined, say } = work;
  const task = await readTask(entry, 'instructed');
  const candidates = async (): Promise<RuleCandidates> =>
    await minedCandidates(target.context, { task, scan: target.scanOptions, onProgress: say });
  return {
    instance: entry.instance,
    task,
    rulesDir,
    folder,
    ...(fromMined === true && { candidates }),
  };
}

/** What a container with base needs. */
export interface PreparedBase extends AsyncDisposable {
  readonly engine: Engine;
  readonly scratch: ScratchFolder;
  /** Id of the base image of the instance. */
  readonly image: string;
  /** Folder of this host with the files of base. */
  readonly treeFolder: string;
  readonly ripgrepFolder: string;
}

/** Prepares containers with base, and removes what killed commands left behind. */
export async function prepareBase({
  entry,
  target,
  stateDir,
  build,
  signals,
}: GenerateWork): Promise<PreparedBase> {
  const engine = await connectEngine({ stateDir });
  const scratch = await scratchFolder(stateDir);
  const close = async (): Promise<void> => {
    await scratch[Symbol.asyncDispose]();
    await engine[Symbol.asyncDispose]();
  };
  try {
    await engine.sweep({ dryRun: false });
    await sweepScratch(stateDir, false);
    const name = entry.instance.environment.base_image;
    const { imageId: image } = await ensureBaseImage(engine, name, await imageOptionsOf(build));
    const treeFolder = await scratch.sub('base');
    const { repository, base } = target.context;
    await writeBaseTree(repository, base, treeFolder);
    const ripgrepFolder = await ensureRipgrep(stateDir, signals.stop);
    return {
      engine,
      scratch,
      image,
      treeFolder,
      ripgrepFolder,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
