import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { ensureBaseImage, readImageDefinitions } from '@refbench/env-builder';
import { connectEngine } from '@refbench/sandbox';
import {
  addBuildOptions,
  imageOptionsOf,
  type BuildCommandOptions,
} from '../options/build-options.ts';
import { findImages, imageTable, namedImages } from '../options/image-selection.ts';
import { prunedText, pruneImages } from '../actions/prune-images.ts';
import { addImagesPullCommand } from './images/pull.ts';
import { addImagesPushCommand } from './images/push.ts';
import { twoStageSignals } from '../terminal/two-stage-signals.ts';
import { verifiedText, verifyImages } from '../actions/verify-images.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly json: boolean;
  readonly record: boolean;
  readonly dryRun: boolean;
  readonly all: boolean;
}

const say = (line: string): void => void process.stderr.write(`${line}\n`);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

export function addImagesCommand(program: Command, setExitCode: (code: number) => void): void {
  const images = program.command('images').description('build, share and remove images');
  const add = (name: string, description: string): Command =>
    addBuildOptions(addWorkspaceOptions(images.command(name).description(description)));

  add('build', 'build base images (default: those that instances use)')
    .argument('[names...]', 'names or globs')
    .action(build);
  add('list', 'list base images with digest, size, age and the instances that use them')
    .option('--json', 'print JSON lines on standard output', false)
    .action(list);
  add('verify', 'run every toolchain of the built base images, offline')
    .argument('[names...]', 'names or globs (default: all built images)')
    .option('--record', 'record the installed packages in docker/packages', false)
    .option('--json', 'print one JSON object per image on standard output', false)
    .action(async (patterns: readonly string[], options: Options) => {
      await using engine = await connectEngine({ stateDir: workspaceOf(options).stateDir });
      const definitions = await readImageDefinitions();
      using signals = twoStageSignals(say);
      const context = { engine, definitions, signal: signals.drain, record: options.record };
      const good = await verifyImages(patterns, context, (image) =>
        print(options.json ? JSON.stringify(image) : verifiedText(image)),
      );
      setExitCode(good ? EXIT_CODES.ok : EXIT_CODES.image);
    });
  addImagesPushCommand(images);
  addImagesPullCommand(images);
  add('prune', 'remove images of this state folder that no instance needs any more')
    .option('--all', 'also remove what other state folders built and no instance here needs', false)
    .option('--dry-run', 'only list them', false)
    .option('--json', 'print one JSON object per image on standard output', false)
    .action(async (options: Options) => {
      const workspace = workspaceOf(options);
      await using engine = await connectEngine({ stateDir: workspace.stateDir });
      const definitions = await readImageDefinitions();
      const { dryRun, all, json } = options;
      await pruneImages({ workspace, engine, definitions, dryRun, all }, (thing) =>
        json ? print(JSON.stringify(thing)) : say(prunedText(thing)),
      );
    });
}

async function build(patterns: readonly string[], options: Options): Promise<void> {
  const workspace = workspaceOf(options);
  await using engine = await connectEngine({ stateDir: workspace.stateDir });
  const imageOptions = await imageOptionsOf(options);
  using signals = twoStageSignals(say);
  const names = await namedImages(patterns, imageOptions.definitions, workspace);
  for (const name of names) {
    const image = await ensureBaseImage(engine, name, {
      ...imageOptions,
      signal: signals.drain,
      onProgress: say,
    });
    say(`${name}  ${image.reference}`);
  }
}

async function list(options: Options): Promise<void> {
  const workspace = workspaceOf(options);
  await using engine = await connectEngine({ stateDir: workspace.stateDir });
  const definitions = await readImageDefinitions();
  const rows = await findImages(engine, definitions, workspace);
  if (options.json) for (const row of rows) print(JSON.stringify(row));
  else print(imageTable(rows, Date.now()));
}
