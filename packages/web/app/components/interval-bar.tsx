import type { VNode } from 'preact';
import { percent } from '../lib/format.ts';

interface Props {
  readonly mean: number | null;
  readonly interval: { readonly low: number; readonly high: number } | null;
}

const WIDTH = 120;
const RADIUS = 4;
/** Room for a whole dot at both ends. */
const MARGIN = RADIUS + 1;

/** A mean between 0 and 100 % with its interval, as a picture and as text. */
export function IntervalBar({ mean, interval }: Props): VNode {
  if (mean === null) return <>–</>;
  const x = (value: number): number =>
    MARGIN + Math.min(1, Math.max(0, value)) * (WIDTH - 2 * MARGIN);
  const text = interval === null ? '' : `${percent(interval.low)} to ${percent(interval.high)}`;
  return (
    <span class="interval">
      <svg width={WIDTH} height="14" viewBox={`0 0 ${WIDTH} 14`} aria-hidden="true">
        <line class="axis" x1={MARGIN} x2={WIDTH - MARGIN} y1="7" y2="7" />
        {interval === null ? null : (
          <line class="range" x1={x(interval.low)} x2={x(interval.high)} y1="7" y2="7" />
        )}
        <circle class="mean" cx={x(mean)} cy="7" r={RADIUS} />
      </svg>
      <span class="quiet-text">{text}</span>
    </span>
  );
}
