import type { GoldenTraces } from '../golden/golden-traces.ts';
import type { FileEvidence, Unread } from '../image/file-observer.ts';
import { judgePackage, type OwnPackages, type OwnPackageVerdict } from '../golden/own-packages.ts';
import type { PackageIdentity } from '../packages/package-identity.ts';
import { packagePlace, type PackagePlace } from '../packages/package-place.ts';
import type { SystemPackages } from '../image/system-packages.ts';

/** All evidence in an image. */
export interface JudgeRequest {
  readonly traces: GoldenTraces;
  readonly own: OwnPackages;
  /** Names of the layers, lowest first. */
  readonly layers: readonly string[];
  /** Number of layers of the base image, which is independent of instances. */
  readonly baseLayers: number;
  /** Other names of files, from hard links. */
  readonly links: ReadonlyMap<string, readonly string[]>;
  readonly system: SystemPackages;
  readonly evidence: readonly FileEvidence[];
}

/** A file with evidence, and its layer and package. */
export interface PlacedEvidence extends FileEvidence {
  readonly layerIndex: number;
  readonly ofBaseImage: boolean;
  /** The published package that contains it. */
  readonly group: PackageGroup | undefined;
  readonly unread: readonly PlacedUnread[];
}

/** A part that could not be searched, and the published package that contains it. */
interface PlacedUnread extends Unread {
  readonly group: PackageGroup | undefined;
}

/** One copy of a published package. */
interface PackageGroup {
  readonly root: string;
  readonly identity: PackageIdentity;
  readonly verdict: OwnPackageVerdict;
}

/** Assigns each file to its layer and its published package. */
export function placeEvidence(request: JudgeRequest): readonly PlacedEvidence[] {
  const { own, layers, baseLayers, evidence } = request;
  const order = new Map(layers.map((layer, index) => [layer, index]));
  const named = evidence.map((file) => ({ file, place: placeOf(file.path, request) }));
  // The metadata nearest to the root describes the package. Other metadata belongs to samples in it.
  const nearest = new Map<string, { readonly depth: number; readonly identity: PackageIdentity }>();
  for (const { file, place } of named) {
    if (place === undefined || file.identity === undefined) continue;
    const depth = file.path.split('/').length;
    if (depth < (nearest.get(place.root)?.depth ?? Infinity)) {
      nearest.set(place.root, { depth, identity: file.identity });
    }
  }
  const groupAt = (place: PackagePlace | undefined): PackageGroup | undefined => {
    const root = place?.root ?? '';
    const identity = nearest.get(root)?.identity ?? place?.identity;
    // An archive without package metadata cannot be assigned to a package.
    if (identity === undefined) return undefined;
    return { root, identity, verdict: judgePackage(own, identity) };
  };
  return named.map(({ file, place }) => {
    const layerIndex = order.get(file.layer) ?? 0;
    const group = groupAt(place);
    // The file itself may be an archive in the cache of a package manager, whose path names no package.
    const unread = file.unread.map((part) => ({
      ...part,
      group: group ?? groupAt(placeOf(part.path, request)),
    }));
    return { ...file, layerIndex, ofBaseImage: layerIndex < baseLayers, group, unread };
  });
}

function placeOf(path: string, { links, system }: JudgeRequest): PackagePlace | undefined {
  const owner = system.ownerOf(path);
  if (owner !== undefined) {
    const identity = { ecosystem: 'debian', name: owner, version: undefined, homes: [] } as const;
    return { root: `debian ${owner}`, identity };
  }
  return [path, ...(links.get(path) ?? [])].map(packagePlace).find((place) => place !== undefined);
}
