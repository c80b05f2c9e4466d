import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '@refbench/base';
import { peek } from './byte-streams.ts';
import { archiveKind, isOpaque, openArchive, type ArchiveKind } from './archives.ts';
import {
  FileObserver,
  type FileEvidence,
  type ScanRequest,
  type Subject,
  type Unread,
} from './file-observer.ts';
import { phraseSearch, type PhraseSearch } from '../search/phrase-search.ts';
import { TextWindows } from '../search/text-windows.ts';

/** Maximum nesting of archives. Each compression counts, so a .tgz has depth two. */
const MAX_DEPTH = 8;

/** Searches the files of an image sequentially, including the members of archives. */
export class ImageScan {
  private readonly request: ScanRequest;
  private readonly phrases: PhraseSearch;
  private readonly commitIndex: number;
  /** One buffer per depth, because a member is read while its archive is read. */
  private readonly windows: TextWindows[] = [];
  /** What the current outermost file and its members have shown so far. */
  private unread: Unread[] = [];
  private evidence: FileEvidence[] = [];

  constructor(request: ScanRequest) {
    this.request = request;
    const { lines, commit } = request.traces;
    this.phrases = phraseSearch([...lines.map(({ text }) => text), Buffer.from(commit)]);
    this.commitIndex = lines.length;
  }

  /** Searches a file and its members. */
  async file(subject: Subject): Promise<void> {
    this.unread = [];
    this.evidence = [];
    await this.search(subject, 0);
    for (const evidence of this.evidence) this.request.onEvidence(evidence);
  }

  private async search(subject: Subject, depth: number): Promise<void> {
    const before = { unread: this.unread.length, evidence: this.evidence.length };
    const observer = new FileObserver(this.request, subject, (window, found) =>
      this.phrases.search(window, found),
    );
    const windows = (this.windows[depth] ??= new TextWindows());
    windows.reset();
    const { head, chunks } = await peek(subject.chunks);
    const kind = archiveKind(head);
    const source = chunks[Symbol.asyncIterator]();
    const { onUnpacked } = this.request;
    // Has no `return`, because an early exit of the reader must not stop the search of the outer stream.
    const observed: AsyncIterator<Buffer> = {
      async next() {
        const result = await source.next();
        if (result.done !== true) {
          observer.bytes(result.value);
          if (depth > 0) onUnpacked?.(result.value.length);
          if (kind === undefined || !isOpaque(kind)) {
            windows.push(result.value, (window) => observer.look(window));
          }
        }
        return result;
      },
    };
    const observedChunks = { [Symbol.asyncIterator]: () => observed };
    if (kind !== undefined) await this.inside(subject, kind, observedChunks, depth);
    for await (const rest of observedChunks) void rest;
    windows.flush((window) => observer.look(window));
    // Whoever has base can open its archives. This includes the objects in the pack of /testbed.
    if (observer.isOfBase()) {
      this.unread.length = before.unread;
      this.evidence.length = before.evidence;
    }
    const evidence = observer.evidence(this.commitIndex, depth === 0 ? this.unread : []);
    if (evidence !== undefined) this.evidence.push(evidence);
  }

  private async inside(
    { layer, path }: Subject,
    kind: ArchiveKind,
    chunks: AsyncIterable<Buffer>,
    depth: number,
  ): Promise<void> {
    const unread = (name: string, reason: string): void =>
      void this.unread.push({ path: memberPath(path, name), reason });
    if (depth >= MAX_DEPTH) return unread('', `it lies ${depth} archives deep`);
    const scratch = join(this.request.scratch, `depth-${depth}`);
    if (kind === 'git-pack') await mkdir(scratch, { recursive: true });
    try {
      await openArchive(kind, chunks, {
        scratch,
        unread,
        // A member of an archive that is itself an archive is data to whoever unpacks the outer one.
        entry: path.includes('!') ? undefined : this.request.onEntry,
        visit: async ({ name, size, chunks: content }) => {
          const member = { layer, path: memberPath(path, name), size, chunks: content };
          await this.search(member, depth + 1);
        },
      });
    } catch (error) {
      unread('', errorText(error));
    }
  }
}

function memberPath(path: string, name: string): string {
  return name === '' ? path : `${path}!${name.replace(/^(?:\.?\/)+/, '')}`;
}
