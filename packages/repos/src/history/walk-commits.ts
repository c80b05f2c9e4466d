import { GitConversation } from '../git/git-conversation.ts';

/** One commit of a branch with its first parent. */
export interface HistoryCommit {
  readonly golden: string;
  /** The first parent. */
  readonly base: string;
  /** Committer time in seconds since 1970. */
  readonly time: number;
  /** `name <address>`. */
  readonly author: string;
  /** The second parent; undefined if the commit is no merge. */
  readonly merged: string | undefined;
  readonly message: string;
  /** Number of paths that differ from base. A rename counts as two. */
  readonly paths: number;
}

export interface WalkOptions {
  /** The commit to start from, as 40 hex digits. */
  readonly from: string;
  /** A commit whose history is left out. */
  readonly without?: string | undefined;
  /** ISO committer dates. Git stops at the first commit before `since`. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly max?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const NUL = 0;
const MAX_MESSAGE = 1_000_000;

/**
 * Yields commits along first parents, newest first. Only trees are compared; no file is read. Commits
 * without a parent are skipped.
 */
export async function* walkCommits(
  gitDir: string,
  options: WalkOptions,
): AsyncGenerator<HistoryCommit, void, undefined> {
  const { from, without, since, until, max, signal } = options;
  await using log = new GitConversation(
    [
      'log',
      '--first-parent',
      '--diff-merges=first-parent',
      '--raw',
      '--no-renames',
      '-z',
      '--no-abbrev',
      '--ignore-submodules=none',
      '--format=%x01%H%x00%P%x00%ct%x00%an <%ae>%x00%B%x00',
      ...(since === undefined ? [] : [`--since=${since}`]),
      ...(until === undefined ? [] : [`--until=${until}`]),
      ...(max === undefined ? [] : [`--max-count=${max}`]),
      '--end-of-options',
      from,
      ...(without === undefined ? [] : [`^${without}`]),
      '--',
    ],
    { gitDir, signal },
  );
  log.closeInput();
  let open: Omit<HistoryCommit, 'paths'> | undefined;
  let paths = 0;
  while (!(await log.output.atEnd())) {
    const token = (await log.output.readUntil(NUL)).toString('latin1');
    if (token.startsWith(':') || token.startsWith('\n:')) {
      await log.output.readUntil(NUL);
      paths += 1;
    } else if (token.includes('\u0001')) {
      if (open !== undefined && open.base !== '') yield { ...open, paths };
      const read = async (): Promise<Buffer> => log.output.readUntil(NUL);
      const parents = (await read()).toString('latin1');
      const time = Number((await read()).toString('latin1'));
      const author = (await read()).toString('utf8');
      const message = (await read()).subarray(0, MAX_MESSAGE).toString('utf8');
      const golden = token.slice(token.indexOf('\u0001') + 1);
      const [base = '', merged] = parents.split(' ');
      open = { golden, base, time, author, merged, message };
      paths = 0;
    }
  }
  await log.end();
  if (open !== undefined && open.base !== '') yield { ...open, paths };
}
