import type { PackageArchive, PackageDocument, PackageList } from '@refbench/contracts';
import { compareText, digestOf } from '@refbench/base';

type Refused = PackageList['refused'][number];

/** What one door has handed out and refused so far. */
export class HandedOut {
  private readonly archives = new Map<string, PackageArchive>();
  private readonly documents = new Map<string, PackageDocument>();
  private readonly refused = new Map<string, Refused>();

  archive(archive: PackageArchive): void {
    this.archives.set(archive.path, archive);
  }

  document(document: PackageDocument): void {
    this.documents.set(`${document.form} ${document.path}`, document);
  }

  refuse(refused: Refused): void {
    const { ecosystem, name, version, reason } = refused;
    this.refused.set([ecosystem, name, version, reason].join(' '), refused);
  }

  list(head: Pick<PackageList, 'instance' | 'cutoff' | 'registries'>): PackageList {
    const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
      compareText(a.path, b.path);
    return {
      schema: 1,
      ...head,
      archives: [...this.archives.values()].sort(byPath),
      documents: [...this.documents.values()].sort(
        (a, b) => byPath(a, b) || compareText(a.form, b.form),
      ),
      refused: [...this.refused.values()].sort((a, b) => compareText(a.name, b.name)),
    };
  }
}

/** A digest of the archives of a list: equal digests mean equal packages. */
export function archivesDigest(list: Pick<PackageList, 'archives'>): string {
  return digestOf(
    list.archives.map(({ ecosystem, name, version, path, sha256, bytes }) => [
      ecosystem,
      name,
      version,
      path,
      sha256,
      bytes,
    ]),
  );
}
