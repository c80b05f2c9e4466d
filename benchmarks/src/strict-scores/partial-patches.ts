import { execa } from 'execa';
import { displayPath, parsePatch, type Hunk, type PatchFile } from '@refbench/repos';
import type { RepositoryContext, TreeEdit } from '@refbench/rule-engine';

/** A patch with a part of golden's changes. */
export interface PartialPatch {
  readonly name: string;
  /** Share of golden's files or hunks in 0..1. */
  readonly share: number;
  readonly edits: readonly TreeEdit[];
}

const SHARES = [0.25, 0.5, 0.75] as const;

/**
 * Makes patches of 25, 50 and 75 % of golden's files, and of its hunks, chosen by seed and nested
 * within a seed; and golden with different names for its new files, as an agent might choose them.
 */
export async function partialPatches(
  context: RepositoryContext,
  seeds: readonly number[],
): Promise<readonly PartialPatch[]> {
  const { repository, commits } = context;
  const patch = parsePatch(await repository.diff(commits.base, commits.golden));
  if (patch.kind === 'rejected') throw new Error(patch.reason);
  const units = await unitsOf(context, patch.files);
  const texts = await newTexts(context, patch.files);
  const found: PartialPatch[] = [];
  for (const seed of seeds) {
    const order = shuffled(units, seed);
    const hunks = shuffled(
      patch.files.flatMap((file) => file.hunks.map((hunk) => ({ file, hunk }))),
      seed,
    );
    for (const share of SHARES) {
      const files = order.slice(0, Math.round(order.length * share)).flat();
      found.push({
        name: `files ${share * 100} % (${seed})`,
        share,
        edits: files.map((file) => wholeFile(file, texts)),
      });
      const chosen = new Set(
        hunks.slice(0, Math.round(hunks.length * share)).map(({ hunk }) => hunk),
      );
      const edits = await Promise.all(
        patch.files.map((file) => someHunks(context, file, chosen, texts)),
      );
      found.push({ name: `hunks ${share * 100} % (${seed})`, share, edits: edits.flat() });
    }
  }
  const renamed = patch.files.map((file) => {
    const edit = wholeFile(file, texts);
    return file.change === 'added' ? { ...edit, path: otherName(edit.path) } : edit;
  });
  return [...found, { name: 'all, new files renamed', share: 1, edits: renamed }];
}

/** Groups golden's files, such that both sides of a rename form one unit. */
async function unitsOf(
  { repository, commits }: RepositoryContext,
  files: readonly PatchFile[],
): Promise<readonly (readonly PatchFile[])[]> {
  const { stdout } = await execa('git', [
    `--git-dir=${repository.gitDir}`,
    'diff-tree',
    '-r',
    '-z',
    '--name-status',
    '--find-renames=50%',
    '--diff-filter=R',
    commits.base,
    commits.golden,
  ]);
  const fields = stdout.split('\0');
  const pairs = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    pairs.set(fields[at + 2] ?? '', fields[at + 1] ?? '');
  }
  const byName = new Map(files.map((file) => [nameOf(file), file]));
  const old = new Set(pairs.values());
  return files
    .filter((file) => !old.has(nameOf(file)) || pairs.has(nameOf(file)))
    .map((file) => {
      const source = byName.get(pairs.get(nameOf(file)) ?? '');
      return source === undefined ? [file] : [file, source];
    });
}

function nameOf({ newPath, oldPath }: PatchFile): string {
  const path = newPath ?? oldPath;
  return path === undefined ? '' : displayPath(path);
}

async function newTexts(
  context: RepositoryContext,
  files: readonly PatchFile[],
): Promise<ReadonlyMap<string, Buffer>> {
  const texts = new Map<string, Buffer>();
  for (const file of files) {
    if (file.newPath === undefined) continue;
    const bytes = await context.read('golden', nameOf(file));
    if (bytes !== undefined) texts.set(nameOf(file), bytes);
  }
  return texts;
}

function wholeFile(file: PatchFile, texts: ReadonlyMap<string, Buffer>): TreeEdit {
  return { path: nameOf(file), content: texts.get(nameOf(file)) };
}

/** Applies some hunks to a file. Added, deleted and binary files are taken as a whole. */
async function someHunks(
  context: RepositoryContext,
  file: PatchFile,
  chosen: ReadonlySet<Hunk>,
  texts: ReadonlyMap<string, Buffer>,
): Promise<readonly TreeEdit[]> {
  if (!file.hunks.some((hunk) => chosen.has(hunk))) return [];
  const bytes = await context.read('base', nameOf(file));
  if (file.change !== 'modified' || bytes === undefined) return [wholeFile(file, texts)];
  const lines = bytes.toString('latin1').split('\n');
  const last = file.hunks.toReversed();
  for (const hunk of last) {
    if (!chosen.has(hunk)) continue;
    const start = hunk.oldCount === 0 ? hunk.oldStart : hunk.oldStart - 1;
    const fresh = hunk.lines
      .filter(({ kind }) => kind !== 'removed')
      .map(({ text }) => text.toString('latin1'));
    lines.splice(start, hunk.oldCount, ...fresh);
  }
  return [{ path: nameOf(file), content: Buffer.from(lines.join('\n'), 'latin1') }];
}

function otherName(path: string): string {
  const slash = path.lastIndexOf('/') + 1;
  return `${path.slice(0, slash)}own_${path.slice(slash)}`;
}

/**
 * Fisher-Yates shuffle with a built-in generator, so that a seed gives the same order everywhere.
 */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const list = [...items];
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = Math.floor(next() * (last + 1));
    const [a, b] = [list[last], list[other]];
    if (a !== undefined && b !== undefined) [list[last], list[other]] = [b, a];
  }
  return list;
}
