import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ShortRead } from '../git/byte-reader.ts';
import { excludeFile } from '../git/exclude-file.ts';
import { GitConversation } from '../git/git-conversation.ts';
import type { Repository } from '../tree/repository.ts';
import type { BytePath } from '../tree/tree.ts';

/** The ignore rules of the base commit, independent of changes by an agent. */
export interface IgnoreRules extends AsyncDisposable {
  /** Whether an untracked path is ignored, including rules for its parent folders. */
  isIgnored(path: BytePath): Promise<boolean>;
  /** Whether all untracked files below a folder are certainly ignored, so that it can be skipped. */
  isFolderIgnored(folder: BytePath): Promise<boolean>;
}

/**
 * Runs git in a folder that contains only the .gitignore files of base.
 * @param paths - Paths that are ignored, too, with everything below them, and that base does not contain.
 */
export async function openIgnoreRules(
  repository: Repository,
  base: string,
  paths: readonly string[] = [],
): Promise<IgnoreRules> {
  const workTree = await mkdtemp(join(repository.gitDir, 'ignore-'));
  const tree = await repository.readTree(base);
  // git ignores a .gitignore that is a link.
  const files = [...tree].filter(
    ([path, { mode }]) => /(?:^|\/)\.gitignore$/.test(path) && mode.startsWith('100'),
  );
  let next = 0;
  for await (const { bytes } of repository.readBlobs(files.map(([, { oid }]) => oid))) {
    const path = files[next]?.[0] ?? '';
    next += 1;
    await mkdir(placeOf(workTree, dirname(path)), { recursive: true });
    await writeFile(placeOf(workTree, path), bytes);
  }
  if (paths.length > 0) {
    await appendFile(join(workTree, '.gitignore'), `\n${excludeFile(paths)}`);
  }
  const conversation = new GitConversation(
    ['check-ignore', '--stdin', '-z', '--verbose', '--non-matching', '--no-index'],
    { gitDir: repository.gitDir, workTree },
  );
  return new GitIgnoreRules(conversation, workTree);
}

function placeOf(folder: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, 'latin1')]);
}

/** A pattern of a .gitignore file and its location. */
interface Match {
  readonly place: string;
  readonly pattern: string;
}

class GitIgnoreRules implements IgnoreRules {
  private readonly conversation: GitConversation;
  private readonly workTree: string;
  private last: Promise<unknown> = Promise.resolve();

  constructor(conversation: GitConversation, workTree: string) {
    this.conversation = conversation;
    this.workTree = workTree;
  }

  async isIgnored(path: BytePath): Promise<boolean> {
    return excludes(await this.ask(path));
  }

  /**
   * git matches `folder/` with `folder/*`, too, although a later `!folder/kept` may apply. Therefore
   * a match only counts if the pattern is for folders or also matches the bare name.
   */
  async isFolderIgnored(folder: BytePath): Promise<boolean> {
    const asFolder = await this.ask(`${folder}/`);
    if (!excludes(asFolder)) return false;
    if (asFolder.pattern.endsWith('/')) return true;
    return (await this.ask(folder)).place === asFolder.place;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.conversation[Symbol.asyncDispose]();
    await rm(this.workTree, { recursive: true, force: true });
  }

  /** Sends one query at a time, because answers arrive in the order of the queries. */
  private ask(path: string): Promise<Match> {
    const answer = this.last.then(() => this.converse(path));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  private async converse(path: string): Promise<Match> {
    // `./` keeps a leading colon from being read as pathspec magic.
    await this.conversation.write(Buffer.from(`./${path}\0`, 'latin1'));
    try {
      const [source = '', line = '', pattern = ''] = await this.readFields();
      return { place: `${source}:${line}`, pattern };
    } catch (error) {
      if (error instanceof ShortRead) throw await this.conversation.failure();
      throw error;
    }
  }

  /** Source, line, pattern, path. */
  private async readFields(): Promise<readonly string[]> {
    const fields: string[] = [];
    while (fields.length < 4) {
      fields.push((await this.conversation.output.readUntil(0)).toString('latin1'));
    }
    return fields;
  }
}

function excludes({ pattern }: Match): boolean {
  return pattern !== '' && !pattern.startsWith('!');
}
