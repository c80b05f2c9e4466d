import { GitConversation } from '../git/git-conversation.ts';

/** One commit of a log over several tips. */
export interface LoggedCommit {
  readonly commit: string;
  /** Parent ids: none for a root commit, several for a merge. */
  readonly parents: readonly string[];
  /** Committer time in seconds since 1970. */
  readonly time: number;
  /** Git's subject: the first paragraph on one line. */
  readonly subject: string;
  readonly message: string;
}

export interface LogOptions {
  /** Object ids of commits or tags. Commits of the same second come in the order of their tips. */
  readonly tips: readonly string[];
  /** ISO committer date. */
  readonly until?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

const NUL = 0;
const FIELDS = ['%H', '%P', '%ct', '%s', '%B'];

/** Yields every commit that is reachable from the tips, in the order of `git log`, newest first. */
export async function* logCommits(
  gitDir: string,
  options: LogOptions,
): AsyncGenerator<LoggedCommit, void, undefined> {
  const { tips, until, signal } = options;
  // Without a tip, git would start at HEAD.
  if (tips.length === 0) return;
  await using log = new GitConversation(
    [
      'log',
      '-z',
      '--encoding=UTF-8',
      '--ignore-missing',
      `--format=${FIELDS.join('%x00')}`,
      ...(until === undefined ? [] : [`--until=${until}`]),
      '--stdin',
    ],
    { gitDir, signal },
  );
  await log.write(`${tips.join('\n')}\n`);
  log.closeInput();
  const read = async (): Promise<string> => (await log.output.readUntil(NUL)).toString('utf8');
  while (!(await log.output.atEnd())) {
    const commit = await read();
    const parents = (await read()).split(' ').filter((each) => each !== '');
    const time = Number(await read());
    const subject = await read();
    yield { commit, parents, time, subject, message: await read() };
  }
  await log.end();
}
