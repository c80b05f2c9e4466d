import { git } from './run-git.ts';

/** What git would else take from the machine's settings: a patch reads the same everywhere. */
const ARGUMENTS = [
  'diff-tree',
  '-r',
  '-p',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--unified=3',
  '--diff-algorithm=myers',
  '--indent-heuristic',
  '--submodule=short',
  '--ignore-submodules=none',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** `half-the-same` is as people read a change: a file that moved and is at least half the same is one. */
type Renames = 'none' | 'half-the-same';

const RENAMES: Readonly<Record<Renames, readonly string[]>> = {
  none: ['--no-renames'],
  'half-the-same': ['--find-renames=50%', '-l20000'],
};

/**
 * `exact` can be applied. `short` is what `git diff` prints with ten digits of the object ids: binary
 * files are only named, and renames are looked for among at most 1,000 files.
 */
type Form = 'exact' | 'short';

const FORMS: Readonly<Record<Form, readonly string[]>> = {
  exact: ['--binary', '--full-index'],
  short: ['--abbrev=10', '-l1000'],
};

export interface DiffTreeOptions {
  readonly gitDir: string;
  readonly renames: Renames;
  readonly signal?: AbortSignal | undefined;
  /** `exact` where left out. */
  readonly form?: Form;
}

/** The patch between two trees or commits. @throws GitFailure where an object is missing */
export async function diffTree(
  from: string,
  to: string,
  options: DiffTreeOptions,
): Promise<Buffer> {
  const { gitDir, renames, signal, form = 'exact' } = options;
  const chosen = [...RENAMES[renames], ...FORMS[form]];
  return git([...ARGUMENTS, ...chosen, '--end-of-options', from, to], { gitDir, signal });
}
