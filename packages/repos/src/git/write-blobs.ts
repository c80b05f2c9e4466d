import { GitConversation } from './git-conversation.ts';

/** Writes blobs into one new pack. Nothing is readable before `finish`. */
export class BlobWriter implements AsyncDisposable {
  private readonly gitDir: string;
  private conversation: GitConversation | undefined;

  constructor(gitDir: string) {
    this.gitDir = gitDir;
  }

  async write(bytes: Buffer): Promise<void> {
    // Most trees need no new blob, and then no process is started.
    this.conversation ??= new GitConversation(
      ['fast-import', '--quiet', '--done', '--depth=0', '--date-format=raw'],
      { gitDir: this.gitDir },
    );
    await this.conversation.write(`blob\ndata ${bytes.length}\n`);
    await this.conversation.write(bytes);
    await this.conversation.write('\n');
  }

  async finish(): Promise<void> {
    await this.conversation?.end('done\n');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.conversation?.[Symbol.asyncDispose]();
  }
}
