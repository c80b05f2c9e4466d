import type { ArchiveGate } from '@refbench/leak-gate';
import { pythonName } from '@refbench/leak-gate';
import { Refusal } from '../contract/refusal.ts';
import type { Release } from '../registries/registry.ts';

export interface ReleaseRuleOptions {
  readonly gate: Pick<ArchiveGate, 'judge'>;
  /** Undefined if versions of any date may be seen. */
  readonly cutoff: Date | undefined;
  /** Whether the dates of the registry are true. If not, they decide nothing. */
  readonly datesAreTrue: boolean;
}

/**
 * Decides which releases may be seen. The project itself is judged first, and never by a date that is
 * not true. A release that should have a date and has none is not shown.
 */
export function refusalOf(release: Release, options: ReleaseRuleOptions): Refusal | undefined {
  const { ecosystem, name, version, homes, publishedAt } = release;
  const { gate, cutoff, datesAreTrue } = options;
  const about = { ecosystem, name, version };
  const releasedAt = datesAreTrue ? publishedAt : undefined;
  const verdict = gate.judge({
    ecosystem,
    name: ecosystem === 'python' ? pythonName(name) : name,
    version,
    homes,
    ...(releasedAt === undefined ? {} : { releasedAt }),
  });
  if (verdict.kind === 'later' || verdict.kind === 'unclear') {
    return new Refusal(
      'own-project',
      `${name} ${version} is a release of the project itself that base does not have`,
      about,
    );
  }
  if (cutoff === undefined || !datesAreTrue) return undefined;
  if (publishedAt === undefined) {
    return new Refusal('later', `${name} ${version} has no date of publication`, about);
  }
  if (publishedAt.getTime() <= cutoff.getTime()) return undefined;
  const day = (date: Date): string => date.toISOString().slice(0, 10);
  return new Refusal(
    'later',
    `${name} ${version} was published on ${day(publishedAt)}; packages here are those of ${day(cutoff)}`,
    about,
  );
}
