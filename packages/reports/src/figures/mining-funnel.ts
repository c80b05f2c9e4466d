import type { FunnelStage } from '../model/funnel-stage.ts';
import type { Figure } from './draw.ts';
import { POWERS_OF_TEN } from './log-axis.ts';
import { PALETTE } from './palette.ts';

/** The source of the counts. */
export interface FunnelOrigin {
  readonly id: string;
  readonly digest: string;
}

/** Formats a percentage with two digits, or without a fraction from 10 % up. */
function shareText(share: number): string {
  const percentage = share * 100;
  return `${percentage >= 10 ? percentage.toFixed(0) : percentage.toPrecision(2)} %`;
}

/** Draws the number of candidates that remain after each stage of mining, on a logarithmic scale. */
export function miningFunnel(stages: readonly FunnelStage[], origin: FunnelOrigin): Figure {
  const values = stages.map(({ name, count }, index) => {
    const before = stages[index - 1]?.count;
    const kept = before === undefined || before === 0 ? '' : ` (${shareText(count / before)})`;
    // Bars on a logarithmic axis start at 1.
    return {
      name,
      count,
      from: 1,
      to: Math.max(count, 1),
      label: `${count.toLocaleString('en')}${kept}`,
    };
  });
  const y = {
    field: 'name',
    type: 'nominal',
    sort: null,
    title: null,
    axis: { ticks: false, domain: false, labelPadding: 8 },
  } as const;
  return {
    id: 'mining-funnel',
    description: `Candidates remaining after each stage of mining. ${origin.id} ${origin.digest}`,
    spec: {
      data: { values },
      title: {
        text: 'Mining: candidates remaining after each stage',
        subtitle: [
          'in brackets: share of the previous stage',
          `${origin.id}, ${origin.digest.slice(0, 'sha256:'.length + 12)}`,
        ],
      },
      width: 460,
      height: { step: 30 },
      layer: [
        {
          mark: { type: 'bar', color: PALETTE[0] ?? 'steelblue', cornerRadiusEnd: 2, height: 20 },
          encoding: {
            y,
            x: {
              field: 'to',
              type: 'quantitative',
              scale: { type: 'log', domainMin: 1, nice: true },
              title: 'candidates (logarithmic)',
              axis: { gridColor: '#e4e4e4', values: POWERS_OF_TEN, format: '~s' },
            },
            x2: { field: 'from' },
          },
        },
        {
          mark: { type: 'text', align: 'left', dx: 6 },
          encoding: {
            y,
            x: { field: 'to', type: 'quantitative' },
            text: { field: 'label', type: 'nominal' },
          },
        },
      ],
    },
  };
}
