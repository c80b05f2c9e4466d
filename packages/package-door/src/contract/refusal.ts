import type { Subject } from './package-file.ts';

/**
 * Why a request was refused:
 * - `not-a-package`: no path of a registry's protocol: search, uploads, other addresses, git hosts.
 * - `unknown`: the registry has no such package or version.
 * - `later`: it was published after the cut-off date.
 * - `own-project`: the project itself, or a copy of it, in a version that base does not have.
 * - `unsafe`: the archive cannot be handed out: wrong digest, too large, entries that leave its folder.
 * - `unreachable`: the registry did not answer as its protocol requires.
 */
export type RefusalReason =
  | 'not-a-package'
  | 'unknown'
  | 'later'
  | 'own-project'
  | 'unsafe'
  | 'unreachable';

const STATUS: Readonly<Record<RefusalReason, number>> = {
  'not-a-package': 403,
  unknown: 404,
  later: 404,
  'own-project': 403,
  unsafe: 403,
  unreachable: 502,
};

/** A refused request. The handler of requests turns it into an answer, so it never ends a program. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: RefusalReason;
  readonly about: Subject | undefined;

  /** @param line one line that package managers print */
  constructor(reason: RefusalReason, line: string, about?: Subject) {
    super(line.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300));
    this.reason = reason;
    this.about = about;
  }

  get status(): number {
    return STATUS[this.reason];
  }
}
