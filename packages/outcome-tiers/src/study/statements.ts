import { wholePercent } from '@refbench/base';
import type { TierComparison } from '../compare/compare-models.ts';
import { TIERS } from '../label/tier.ts';
import type { StudyCheck } from '../compare/study-check.ts';
import type { Published } from './published.ts';

/** A p-value below this counts as a difference. */
const SIGNIFICANT = 0.05;

/** Checks the statements of the study and of its results page. */
export function checkStatements(
  comparison: TierComparison,
  published: Published,
): readonly StudyCheck[] {
  return [
    familyGap(comparison, published),
    sizeWithinFamily(comparison),
    misses(comparison, published),
    rankOrder(comparison),
    ticketVariance(comparison),
    automateEasiest(comparison),
    escalateHardest(comparison),
  ];
}

function familyGap({ gaps }: TierComparison, { family_gap }: Published): StudyCheck {
  const gap = gaps.find(({ first, second }) => first === 'claude' && second === 'gpt')?.gap ?? null;
  return {
    kind: 'statement',
    section: 'abstract',
    claim: 'the overlap of the Claude models is higher than that of the GPT models',
    published: `about ${family_gap} %`,
    found: gap === null ? 'no result' : `${(gap * 100).toFixed(1)} %`,
    holds: gap !== null && Math.abs(gap * 100 - family_gap) <= 1,
  };
}

function sizeWithinFamily({ families, pairs }: TierComparison): StudyCheck {
  const inner = pairs.filter(({ first, second }) =>
    families.some(({ models }) => models.includes(first) && models.includes(second)),
  );
  const [least] = inner.toSorted((left, right) => left.p - right.p);
  return {
    kind: 'statement',
    section: 'abstract',
    claim: 'within a family, the larger model is not significantly better',
    published: 'not significant',
    found:
      least === undefined
        ? 'no result'
        : `smallest p = ${least.p.toFixed(3)} (${least.metric}, ${least.first} and ${least.second})`,
    holds: inner.length > 0 && inner.every(({ p }) => p > SIGNIFICANT),
  };
}

function misses({ artefacts }: TierComparison, { misses }: Published): StudyCheck {
  const own = artefacts.find(({ model }) => model === misses.model)?.misses ?? [];
  const [low, high] = [own[0]?.overlap ?? Number.NaN, own.at(-1)?.overlap ?? Number.NaN];
  const near = (value: number, printed: number): boolean =>
    Math.abs(value - printed) <= 0.005 + 1e-9;
  return {
    kind: 'statement',
    section: '6.1',
    claim: `answers of ${misses.model} that name no changed class despite their overlap`,
    published: `${misses.count}, overlap ${misses.low} to ${misses.high}`,
    found: `${own.length}, overlap ${low} to ${high}`,
    holds: own.length === misses.count && near(low, misses.low) && near(high, misses.high),
  };
}

function rankOrder({ thresholds }: TierComparison): StudyCheck {
  return {
    kind: 'statement',
    section: '6.3',
    claim: 'thresholds of 0.10 and 0.20 do not change the order of the models at 0.15',
    published: 'unchanged',
    found: thresholds.map(({ model, passes }) => `${model}: ${passes.join(', ')}`).join('; '),
    holds: thresholds.every(({ places }) => new Set(places).size === 1),
  };
}

/**
 * The study argues with the range over models, which does not measure tickets. Variance shares do.
 */
function ticketVariance({ within }: TierComparison): StudyCheck {
  const shares = within?.variance ?? null;
  return {
    kind: 'statement',
    section: '7.3',
    claim: 'the difficulty of the ticket is the largest source of variance, not the model',
    published: 'tickets more than models',
    found:
      shares === null
        ? 'no result'
        : `tickets ${wholePercent(shares.tickets)}, models ${wholePercent(shares.models)}, neither ${wholePercent(shares.rest)}`,
    holds: shares !== null && shares.tickets > Math.max(shares.models, shares.rest),
  };
}

function automateEasiest({ tiers }: TierComparison): StudyCheck {
  return tierStatement(tiers, {
    claim: 'every model solves the Automate tickets most reliably',
    published: 'highest pass rate of each model',
    value: ({ pass_rate }) => pass_rate,
    holds: ([automate, ...others]) => others.every((other) => automate > other),
  });
}

function escalateHardest({ tiers }: TierComparison): StudyCheck {
  return tierStatement(tiers, {
    claim: 'the overlap is lower on Escalate tickets throughout',
    published: 'lowest overlap of each model',
    value: ({ overlap_mean }) => overlap_mean,
    holds: ([automate, assist, escalate]) => escalate < Math.min(automate, assist),
  });
}

interface TierStatement {
  readonly claim: string;
  readonly published: string;
  readonly value: (row: TierComparison['tiers'][number]) => number | null;
  readonly holds: (values: readonly [number, number, number]) => boolean;
}

function tierStatement(
  tiers: TierComparison['tiers'],
  { claim, published, value, holds }: TierStatement,
): StudyCheck {
  const models = [...new Set(tiers.map(({ model }) => model))].map((model) => {
    const [automate = Number.NaN, assist = Number.NaN, escalate = Number.NaN] = TIERS.map(
      (tier) => {
        const row = tiers.find((each) => each.model === model && each.tier === tier);
        return (row === undefined ? null : value(row)) ?? Number.NaN;
      },
    );
    return { model, values: [automate, assist, escalate] as const };
  });
  return {
    kind: 'statement',
    section: 'summary page',
    claim,
    published,
    found: models
      .map(({ model, values }) => `${model}: ${values.map((each) => each.toFixed(3)).join(', ')}`)
      .join('; '),
    holds: models.length > 0 && models.every(({ values }) => holds(values)),
  };
}
