import { readJsonFile, writeJsonFile } from '@refbench/base';
import type { ArchiveGate } from '@refbench/leak-gate';
import { z } from 'zod';
import type { PackageFile } from '../contract/package-file.ts';
import { Refusal } from '../contract/refusal.ts';
import type { Digests, PackageStore, Stored } from '../store/package-store.ts';
import type { Upstream } from '../upstream/upstream.ts';

const verdictSchema = z.strictObject({ schema: z.literal(1), problem: z.string().nullable() });

/** Gets archives: from the store or the registry, checked by digest, and searched for the solution. */
export class ArchiveSource {
  private readonly store: PackageStore;
  private readonly upstream: Upstream;
  private readonly gate: Pick<ArchiveGate, 'key' | 'search'>;

  constructor(store: PackageStore, upstream: Upstream, gate: Pick<ArchiveGate, 'key' | 'search'>) {
    this.store = store;
    this.upstream = upstream;
    this.gate = gate;
  }

  /** @throws Refusal if the archive cannot be had or may not be handed out */
  async get(file: PackageFile): Promise<Stored> {
    const stored = await this.stored(file);
    const problem = await this.problemOf(file, stored);
    if (problem === undefined) return stored;
    const { name, version } = file.about;
    const isUnsafe = /^its? |^unread:/.test(problem);
    throw new Refusal(
      isUnsafe ? 'unsafe' : 'own-project',
      // What the solution looks like must not be told to whoever asks.
      isUnsafe
        ? `${name} ${version} is not handed out: ${problem}`
        : `${name} ${version} is not handed out: it holds parts of the solution`,
      file.about,
    );
  }

  private async stored(file: PackageFile): Promise<Stored> {
    const { about, digest, url } = file;
    if (digest === undefined && about.ecosystem !== 'go') {
      throw new Refusal(
        'unsafe',
        `${about.name}: the registry states no digest of ${url.split('/').at(-1)}`,
        about,
      );
    }
    const key = `${digest?.algorithm}:${digest?.hex} ${url}`;
    const known = await this.store.noted('archives', key);
    if (known !== undefined) return { sha256: known.sha256, bytes: known.bytes };
    const chunks = await this.upstream.archive(url, about);
    if (chunks === undefined) {
      throw new Refusal('unknown', `${about.name} ${about.version} has no such file`, about);
    }
    const stored = await this.store.put(chunks, (digests) => requireDigest(file, digests));
    const at = new Date().toISOString();
    await this.store.note('archives', { key, ...stored, at, type: '', modified: null });
    return stored;
  }

  /** Searches each content once per instance. */
  private async problemOf(file: PackageFile, stored: Stored): Promise<string | undefined> {
    const path = this.store.verdictPath(`${this.gate.key} ${file.place}`, stored.sha256);
    const known = await readJsonFile(path, verdictSchema);
    if (known.kind === 'valid') return known.value.problem ?? undefined;
    const problem = await this.gate.search({
      file: this.store.pathOf(stored.sha256),
      place: file.place,
      size: stored.bytes,
    });
    await writeJsonFile(path, { schema: 1, problem: problem ?? null });
    return problem;
  }
}

function requireDigest({ digest, about }: PackageFile, digests: Digests): void {
  if (digest === undefined || digests[digest.algorithm] === digest.hex.toLowerCase()) return;
  throw new Refusal(
    'unsafe',
    `${about.name} ${about.version}: the archive does not have the digest that the registry states`,
    about,
  );
}
