import { PALETTE, type Figure } from '@refbench/reports';
import { isScored, type ModelResults } from '../score/results-file.ts';
import type { TierComparison } from './compare-models.ts';

/** Draws pass rates as bars and overlaps as box plots, by tier and model. */
export function comparisonFigures(
  comparison: TierComparison,
  models: readonly ModelResults[],
): readonly Figure[] {
  return [passBars(comparison), overlapBoxes(models)];
}

function passBars({ tiers }: TierComparison): Figure {
  const values = tiers.flatMap(({ model, tier, pass_rate, pass_interval, n }) => {
    if (pass_rate === null || pass_interval === null) return [];
    const group = `${tier} (n = ${n})`;
    const { low, high } = pass_interval;
    return [{ model, group, pass: pass_rate * 100, low: low * 100, high: high * 100 }];
  });
  const y = {
    field: 'group',
    type: 'nominal',
    sort: [...new Set(values.map(({ group }) => group))],
    title: null,
  } as const;
  const order = [...new Set(values.map(({ model }) => model))];
  const yOffset = { field: 'model', type: 'nominal', sort: order } as const;
  return {
    id: 'pass-rates',
    description: 'Pass rates by tier and model with 95 % Wilson intervals.',
    spec: {
      data: { values },
      title: { text: 'Pass rate by tier', subtitle: ['with 95 % Wilson intervals'] },
      width: 420,
      height: { step: 14 },
      layer: [
        {
          mark: { type: 'bar' },
          encoding: {
            y,
            yOffset,
            x: {
              field: 'pass',
              type: 'quantitative',
              scale: { domain: [0, 100] },
              title: 'per cent',
            },
            color: colour(order),
          },
        },
        {
          mark: { type: 'rule', color: '#222' },
          encoding: {
            y,
            yOffset,
            x: { field: 'low', type: 'quantitative' },
            x2: { field: 'high' },
          },
        },
      ],
    },
  };
}

function overlapBoxes(models: readonly ModelResults[]): Figure {
  const values = models.flatMap(({ model, results }) =>
    results.filter(isScored).map(({ tier, token_overlap }) => ({ model, tier, token_overlap })),
  );
  const order = [...new Set(values.map(({ model }) => model))];
  const tiers = [...new Set(values.map(({ tier }) => tier))];
  return {
    id: 'overlaps',
    description: 'Boxes of token overlap by tier and model.',
    spec: {
      data: { values },
      title: {
        text: 'Token overlap with the real change',
        subtitle: ['box: quartiles and median; whiskers: 1.5 times the box'],
      },
      width: 420,
      height: { step: 22 },
      mark: { type: 'boxplot', extent: 1.5, size: 12, median: { color: 'white' } },
      encoding: {
        y: { field: 'tier', type: 'nominal', sort: tiers, title: null },
        yOffset: { field: 'model', type: 'nominal', sort: order },
        x: { field: 'token_overlap', type: 'quantitative', title: 'overlap' },
        color: colour(order),
      },
    },
  };
}

function colour(order: readonly string[]) {
  return {
    field: 'model',
    type: 'nominal',
    sort: [...order],
    scale: { range: PALETTE },
    title: null,
    legend: { orient: 'top', direction: 'horizontal' },
  } as const;
}
