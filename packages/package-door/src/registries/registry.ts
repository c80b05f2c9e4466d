import type { PackageIdentity } from '@refbench/leak-gate';
import type { PackageFile, Subject } from '../contract/package-file.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** What a registry answers to a request. */
export type Answer =
  | {
      readonly kind: 'document';
      readonly about: Subject;
      readonly type: string;
      readonly body: Buffer;
    }
  | { readonly kind: 'archive'; readonly file: PackageFile };

/** A request for a path below the address of a registry of the door. */
export interface Asked {
  /** Without the prefix of the registry, without a query, with `%` sequences as they came. */
  readonly path: string;
  readonly accept: string;
}

/** What a registry of the door works with. */
export interface RegistryContext {
  readonly upstream: Upstream;
  /** Address of the registry at its host. */
  readonly address: string;
  /** Address of this registry as the clients in the container see it. */
  readonly door: string;
  /** Reads an answer of the registry, from the shared store if it is not old. */
  readonly read: (
    url: string,
    about: Subject,
    accept?: string,
  ) => Promise<
    | { readonly body: Buffer; readonly type: string; readonly modified: Date | undefined }
    | undefined
  >;
  /** The time of the last change of a file, from the shared store. Undefined if there is no file. */
  readonly modified: (
    url: string,
    about: Subject,
  ) => Promise<{ readonly at: Date | undefined } | undefined>;
  /** Decides whether a version may be seen: it is neither too new nor the project itself. */
  readonly shows: (release: Release) => boolean;
  /** Like `shows`, but throws a `Refusal` that says why not. */
  readonly require: (release: Release) => void;
}

/** A published version. */
export interface Release extends Pick<PackageIdentity, 'name' | 'homes'> {
  readonly ecosystem: Subject['ecosystem'];
  readonly version: string;
  readonly publishedAt: Date | undefined;
}

/** One registry's protocol. Throws a `Refusal` for everything that it does not serve. */
export interface Registry {
  readonly answer: (asked: Asked, context: RegistryContext) => Promise<Answer>;
  /** A release whose date is known, to find out whether the dates of a registry are true. */
  readonly knownRelease: {
    readonly name: string;
    readonly version: string;
    readonly publishedAt: string;
    /** Reads the date that the registry states. Undefined if it states none. */
    readonly readDate: (context: RegistryContext) => Promise<Date | undefined>;
  };
}
