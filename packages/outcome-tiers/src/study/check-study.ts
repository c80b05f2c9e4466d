import type { TierComparison } from '../compare/compare-models.ts';
import type { Summary } from '../compare/summaries.ts';
import { checkStatements } from './statements.ts';
import type { Published } from './published.ts';
import type { StudyCheck } from '../compare/study-check.ts';

/** Checks every figure in section 7 of the study, then its statements. */
export function checkStudy(
  comparison: TierComparison,
  published: Published,
): readonly StudyCheck[] {
  const { models, tiers, within } = comparison;
  return [
    ...published.models.flatMap((row) => {
      const own = models.find(({ model }) => model === row.model);
      return [
        ...rowChecks('7.1', row.model, row, own),
        numberCheck('7.1', `${row.model}: mean tokens in`, row.in, own?.input_mean, 0),
        numberCheck('7.1', `${row.model}: mean tokens out`, row.out, own?.output_mean, 0),
      ];
    }),
    ...published.tiers.flatMap((row) => {
      const own = tiers.find(({ model, tier }) => model === row.model && tier === row.tier);
      const name = `${row.model}, ${row.tier}`;
      return [
        numberCheck('7.2', `${name}: tickets`, row.n, own?.n, 0),
        ...rowChecks('7.2', name, row, own),
      ];
    }),
    numberCheck(
      '7.3',
      'mean range of a ticket',
      published.within.mean_range,
      within?.mean_range,
      3,
    ),
    numberCheck(
      '7.3',
      'widest range of a ticket',
      published.within.max_range,
      within?.max_range,
      3,
    ),
    ...checkStatements(comparison, published),
  ];
}

function rowChecks(
  section: string,
  name: string,
  row: { readonly pass: number; readonly mean: number; readonly sd: number },
  own: Summary | undefined,
): readonly StudyCheck[] {
  const { pass_rate: rate = null } = own ?? {};
  return [
    numberCheck(section, `${name}: pass, per cent`, row.pass, rate === null ? null : rate * 100, 0),
    numberCheck(section, `${name}: mean overlap`, row.mean, own?.overlap_mean, 3),
    numberCheck(section, `${name}: sd of the overlap`, row.sd, own?.overlap_sd, 3),
  ];
}

/** A figure holds if it rounds to the published one. */
function numberCheck(
  section: string,
  claim: string,
  published: number,
  found: number | null | undefined,
  decimals: number,
): StudyCheck {
  const known = found ?? null;
  return {
    kind: 'figure',
    section,
    claim,
    published: published.toFixed(decimals),
    found: known === null ? 'no result' : known.toFixed(decimals + 1),
    holds: known !== null && Math.abs(known - published) <= 0.5 * 10 ** -decimals + 1e-9,
  };
}
