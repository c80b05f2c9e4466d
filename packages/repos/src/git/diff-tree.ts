import { git } from './run-git.ts';

/** Overrides the settings of the machine, so that patches are the same everywhere. */
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

/** `half-the-same` detects renames of files that are at least 50% similar. */
type Renames = 'none' | 'half-the-same';

const RENAMES: Readonly<Record<Renames, readonly string[]>> = {
  none: ['--no-renames'],
  'half-the-same': ['--find-renames=50%', '-l20000'],
};

/**
 * `exact` patches can be applied. `short` is the output of `git diff` with ten digits of object ids:
 * binary files are only named, and renames are detected among at most 1,000 files.
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
  /** The default is `exact`. */
  readonly form?: Form;
}

/** Returns the patch between two trees or commits. @throws GitFailure if an object is missing */
export async function diffTree(
  from: string,
  to: string,
  options: DiffTreeOptions,
): Promise<Buffer> {
  const { gitDir, renames, signal, form = 'exact' } = options;
  const chosen = [...RENAMES[renames], ...FORMS[form]];
  return git([...ARGUMENTS, ...chosen, '--end-of-options', from, to], { gitDir, signal });
}
