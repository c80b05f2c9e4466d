import type { Instance } from '@refbench/contracts';
import { displayPath, type Repository, type Tree } from '@refbench/repos';
import { MIN_PHRASE_BYTES, phraseSearch } from '../search/phrase-search.ts';
import { significantLines } from './significant-lines.ts';
import { TextWindows } from '../search/text-windows.ts';

/** A line that golden has and base lacks. */
interface GoldenLine {
  readonly text: Buffer;
  /** Its first location in golden. */
  readonly path: string;
  readonly line: number;
}

/** The traces that reveal golden in any file. */
export interface GoldenTraces {
  readonly commit: string;
  /** Maps object ids of files that only golden has to one of their paths. Trivial files are excluded. */
  readonly files: ReadonlyMap<string, { readonly path: string; readonly size: number }>;
  readonly lines: readonly GoldenLine[];
  /** Object ids of base files, which are visible in the working tree. */
  readonly baseFiles: ReadonlySet<string>;
  /** Sizes of these files of base and golden. Files of other sizes need no object id. */
  readonly sizes: ReadonlySet<number>;
}

/** A file without significant lines counts if it is binary and at least this large. */
const MIN_BINARY_BYTES = 64;

/**
 * Collects the files and significant lines that golden adds. Lines that occur anywhere in base, even
 * as part of a longer line, are excluded. Lines of golden's manifests are excluded, too, because the
 * manifests are used to fill the caches of every image.
 */
export async function goldenTraces(
  instance: Instance,
  repository: Repository,
): Promise<GoldenTraces> {
  const [base, golden] = await Promise.all([
    repository.readTree(instance.base),
    repository.readTree(instance.golden),
  ]);
  const baseFiles = new Set(blobsOf(base).keys());
  const manifests = new Set(instance.environment.manifests);
  const added = new Map(
    [...blobsOf(golden)].filter(([oid, path]) => !baseFiles.has(oid) && !manifests.has(path)),
  );
  const { lines, candidates } = await readAdded(repository, added);
  const warming = [...blobsOf(golden)].filter(([, path]) => manifests.has(path));
  const known = new Set([...baseFiles, ...warming.map(([oid]) => oid)]);
  const sizes = new Set<number>();
  const ownLines = await withoutKnown(lines, repository, known, (oid, size) => {
    if (baseFiles.has(oid)) sizes.add(size);
  });
  const telling = new Set(ownLines.map(({ text }) => text.toString('latin1')));
  const files = new Map(
    candidates
      .filter(({ binary, texts }) => binary || texts.some((text) => telling.has(text)))
      .map(({ oid, path, size }) => [oid, { path, size }]),
  );
  for (const { size } of files.values()) sizes.add(size);
  return {
    commit: instance.golden,
    files,
    lines: ownLines,
    baseFiles,
    sizes,
  };
}

/** Maps object ids of regular files to one of their paths. */
function blobsOf(tree: Tree): ReadonlyMap<string, string> {
  return new Map(
    [...tree]
      .filter(([, { mode }]) => mode === '100644' || mode === '100755')
      .map(([path, { oid }]) => [oid, displayPath(path)]),
  );
}

interface Candidate {
  readonly oid: string;
  readonly path: string;
  readonly size: number;
  readonly binary: boolean;
  readonly texts: readonly string[];
}

async function readAdded(
  repository: Repository,
  added: ReadonlyMap<string, string>,
): Promise<{ readonly lines: readonly GoldenLine[]; readonly candidates: readonly Candidate[] }> {
  const lines = new Map<string, GoldenLine>();
  const candidates: Candidate[] = [];
  for await (const { oid, bytes } of repository.readBlobs(added.keys())) {
    const path = added.get(oid) ?? oid;
    const found = significantLines(bytes).filter(({ text }) => text.length >= MIN_PHRASE_BYTES);
    for (const { text, line } of found) {
      const key = text.toString('latin1');
      if (!lines.has(key)) lines.set(key, { text, path, line });
    }
    candidates.push({
      oid,
      path,
      size: bytes.length,
      binary: bytes.includes(0) && bytes.length >= MIN_BINARY_BYTES,
      texts: found.map(({ text }) => text.toString('latin1')),
    });
  }
  return { lines: [...lines.values()], candidates };
}

async function withoutKnown(
  lines: readonly GoldenLine[],
  repository: Repository,
  known: ReadonlySet<string>,
  sized: (oid: string, size: number) => void,
): Promise<readonly GoldenLine[]> {
  const search = phraseSearch(lines.map(({ text }) => text));
  const windows = new TextWindows();
  const seen = new Set<number>();
  const look = (window: Parameters<typeof search.search>[0]): void =>
    search.search(window, (index) => seen.add(index));
  for await (const { oid, bytes } of repository.readBlobs(known)) {
    sized(oid, bytes.length);
    windows.reset();
    windows.push(bytes, look);
    windows.flush(look);
  }
  return lines.filter((_, index) => !seen.has(index));
}
