import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { didYouMean, instanceSchema, RefbenchError, type Instance } from '@refbench/contracts';
import { categoryNames, findCandidate } from '@refbench/mining';
import { addInstance, UNKNOWN, type AddInstanceOptions } from '@refbench/instances';
import { MINED_FOLDER } from '../../options/mine-options.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface AddOptions extends WorkspaceOptions {
  readonly candidate?: string;
  readonly folder: string;
  readonly repo?: string;
  readonly golden?: string;
  readonly url?: string;
  readonly language?: Instance['language'];
  readonly category?: string;
  /** True without `--no-tests`. */
  readonly tests: true | string;
}

export function addInstanceAddCommand(instance: Command): void {
  const add = instance
    .command('add')
    .description('write instance.yaml for a commit, with its first parent as base')
    .option('--candidate <id>', 'a line of candidates.jsonl, by its id or its golden commit')
    .option('--folder <dir>', 'folder of the mined commits', MINED_FOLDER)
    .option('--repo <owner/name>', 'name of the repository, also used to find it in --mirror')
    .option(
      '--golden <commit>',
      'the refactoring commit; with --mirror or a file URL, its first seven digits are enough',
    )
    .option('--url <url>', 'URL of the repository (default: on GitHub)')
    .addOption(
      new Option('--language <language>', 'language (default: that of most changed files)').choices(
        instanceSchema.shape.language.options,
      ),
    )
    .option('--category <name>', 'kind of refactoring (default: that of the mined commit)')
    .option(
      '--no-tests <reason>',
      'add an instance whose tests cannot be run: it needs no environment and is scored for IFR and precision alone',
    );
  addWorkspaceOptions(add, { instances: 'write', state: 'write' }).action(
    async (options: AddOptions) => {
      const { url, language, category, tests } = options;
      if (category !== undefined) await sayIfUnknown(category);
      const chosen = await chosenCommit(options);
      const known = { ...chosen.known, ...(category === undefined ? {} : { category }) };
      const added = await addInstance({
        workspace: workspaceOf(options),
        ...chosen,
        known,
        url,
        ...(language === undefined ? {} : { language }),
        ...(tests === true ? {} : { noTests: tests }),
        signal: AbortSignal.timeout(600_000),
      });
      process.stdout.write(`${added.instance.id}\n`);
      process.stderr.write(`${added.dir}\nStill missing:\n`);
      for (const thing of added.missing) process.stderr.write(`  ${thing}\n`);
      if (added.instance.category === UNKNOWN) {
        process.stderr.write(`The categories are: ${(await categoryNames()).join(', ')}\n`);
      }
    },
  );
}

/** A data set of one's own may have other categories, but a typing error must not go unnoticed. */
async function sayIfUnknown(category: string): Promise<void> {
  const names = await categoryNames();
  if (names.includes(category)) return;
  process.stderr.write(
    `warning: "${category}" is none of the categories ${names.join(', ')}${didYouMean(category, names)}\n`,
  );
}

type Chosen = Pick<AddInstanceOptions, 'repository' | 'golden' | 'language' | 'known'>;

async function chosenCommit({ candidate, folder, repo, golden }: AddOptions): Promise<Chosen> {
  if (candidate !== undefined && repo === undefined && golden === undefined) {
    const found = await findCandidate(resolve(folder), candidate);
    const { category, licence } = found;
    const place = `${found.score.scorer} score ${found.score.score.toFixed(4)}, rank ${found.rank}`;
    const provenance = `Mined by refbench (${place}).`;
    const { repository, golden, language } = found;
    return { repository, golden, language, known: { category, licence, provenance } };
  }
  if (candidate === undefined && repo !== undefined && golden !== undefined) {
    return { repository: repo, golden };
  }
  throw new RefbenchError({
    kind: 'usage',
    message: 'specify a commit',
    hint: 'use --candidate, or --repo and --golden',
  });
}
