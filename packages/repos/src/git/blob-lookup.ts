import { ShortRead } from './byte-reader.ts';
import { GitConversation } from './git-conversation.ts';
import { readAnswer, type Blob } from './read-blobs.ts';

/**
 * Reads single blobs with one git process, which starts with the first request and stays until this is
 * disposed. Starting git takes many times as long as reading a file.
 */
export class BlobLookup implements AsyncDisposable {
  private readonly gitDir: string;
  private conversation: GitConversation | undefined;
  /** Git answers in order, so one request waits for the other. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(gitDir: string) {
    this.gitDir = gitDir;
  }

  read(oid: string): Promise<Blob> {
    const answer = this.last.then(() => this.ask(oid));
    this.last = answer.catch(() => undefined);
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.last;
    await this.close();
  }

  private async ask(oid: string): Promise<Blob> {
    this.conversation ??= new GitConversation(['cat-file', '--batch'], { gitDir: this.gitDir });
    const conversation = this.conversation;
    conversation.keepAlive(true);
    try {
      await conversation.write(`${oid}\n`);
      return await readAnswer(conversation, oid);
    } catch (error) {
      // The rest of an answer that was not read would be taken for the next one.
      const cause = error instanceof ShortRead ? await conversation.failure() : error;
      await this.close();
      throw cause;
    } finally {
      conversation.keepAlive(false);
    }
  }

  private async close(): Promise<void> {
    const { conversation } = this;
    this.conversation = undefined;
    conversation?.keepAlive(true);
    await conversation?.[Symbol.asyncDispose]();
  }
}
