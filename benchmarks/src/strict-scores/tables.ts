import type { ThreeWay } from '@refbench/contracts';
import { kendall, spearman } from './rank-correlation.ts';

/** One patch with both figures. */
export interface PatchRow {
  readonly subject: string;
  readonly group: string;
  readonly heldOut: boolean;
  readonly kind: 'honest' | 'trick' | 'reference';
  readonly name: string;
  readonly published: ThreeWay;
  readonly strict: ThreeWay;
}

const figure = (value: number | null): string => (value === null ? '-' : value.toFixed(2));

/** Renders the agreement on honest patches, one row per subject and one per group. */
export function agreementTable(rows: readonly PatchRow[]): string {
  const honest = rows.filter(({ kind }) => kind === 'honest');
  const subjects = [...new Set(honest.map(({ subject }) => subject))];
  const line = (name: string, own: readonly PatchRow[]): string => {
    const published = own.map((row) => row.published.total ?? 0);
    const strict = own.map((row) => row.strict.total ?? 0);
    const cells = [
      String(own.length),
      figure(spearman(published, strict)),
      figure(kendall(published, strict)),
    ];
    return `| ${[name, ...cells].join(' | ')} |`;
  };
  return [
    '| instance | patches | Spearman | Kendall |',
    '|---|---:|---:|---:|',
    ...subjects.map((subject) =>
      line(
        subject,
        honest.filter((row) => row.subject === subject),
      ),
    ),
    line(
      '**used during development**',
      honest.filter(({ heldOut }) => !heldOut),
    ),
    line(
      '**held out**',
      honest.filter(({ heldOut }) => heldOut),
    ),
  ].join('\n');
}

/** Renders the mean figures of honest patches by their share of golden. */
export function shareTable(rows: readonly PatchRow[]): string {
  return meansTable(
    'patch',
    rows.filter(({ kind }) => kind !== 'trick'),
  );
}

/** Renders the mean and maximum figures of each trick. */
export function trickTable(rows: readonly PatchRow[]): string {
  return meansTable(
    'trick',
    rows.filter(({ kind }) => kind === 'trick'),
  );
}

function meansTable(title: string, rows: readonly PatchRow[]): string {
  const groups = [...new Set(rows.map(({ group }) => group))];
  return [
    `| ${title} | patches | IFR+ | IFR- | IFR | strict+ | strict- | strict | highest strict, development | held out |`,
    `|---|${'---:|'.repeat(9)}`,
    ...groups.map((group) => {
      const own = rows.filter((row) => row.group === group);
      const greatest = (heldOut: boolean): string => {
        const values = own.flatMap((row) =>
          row.heldOut === heldOut && row.strict.total !== null ? [row.strict.total] : [],
        );
        return figure(values.length === 0 ? null : Math.max(...values));
      };
      const means = (['published', 'strict'] as const).flatMap((which) =>
        (['additive', 'reductive', 'total'] as const).map((side) =>
          figure(mean(own.map((row) => row[which][side]))),
        ),
      );
      return `| ${[group, String(own.length), ...means, greatest(false), greatest(true)].join(' | ')} |`;
    }),
  ].join('\n');
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
}
