import type { AttemptView, StepView } from '@refbench/evidence';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { count, duration, plainText } from '../lib/format.ts';
import { Fold } from './fold.tsx';

interface Props {
  readonly steps: readonly StepView[];
  /** The step to scroll to, e.g. a hit of a search. */
  readonly target?: number | undefined;
}

/** The steps of an agent, with its tool calls folded. */
export function Trajectory({ steps, target }: Props): VNode {
  useEffect(() => {
    if (target === undefined) return;
    document.getElementById(`step-${target}`)?.scrollIntoView({ block: 'center' });
  }, [target]);
  if (steps.length === 0) return <p>The agent recorded no steps.</p>;
  return (
    <ol class="steps">
      {steps.map((step) => (
        <li
          key={`${step.phase}-${step.step}`}
          id={`step-${step.step}`}
          class={step.step === target ? 'target' : undefined}
        >
          <Step step={step} isOpen={step.step === target} />
        </li>
      ))}
    </ol>
  );
}

export function Step({
  step,
  isOpen,
}: {
  readonly step: StepView;
  readonly isOpen: boolean;
}): VNode {
  const tokens =
    step.inputTokens === null && step.outputTokens === null
      ? ''
      : `, ${count(step.inputTokens)} in, ${count(step.outputTokens)} out`;
  return (
    <>
      <p class="step-head">
        <strong>Step {step.step}</strong>{' '}
        <span class="quiet-text">
          {step.source}
          {step.phase === 'direct' ? '' : `, ${step.phase}`}
          {step.at === null ? '' : `, after ${duration(step.at)}`}
          {tokens}
        </span>
      </p>
      {step.reasoning === '' ? null : (
        <Fold summary="Reasoning" open={isOpen}>
          {() => <pre class="wrap">{plainText(step.reasoning)}</pre>}
        </Fold>
      )}
      {step.message === '' ? null : <pre class="wrap message">{plainText(step.message)}</pre>}
      {step.calls.map((call) => (
        <Fold key={call.id} open={isOpen} summary={<CallSummary call={call} />}>
          {() => (
            <>
              <pre class="wrap">{plainText(call.input)}</pre>
              {call.output === '' ? null : (
                <pre class="wrap output" role="region" aria-label="Output" tabIndex={0}>
                  {plainText(call.output)}
                </pre>
              )}
            </>
          )}
        </Fold>
      ))}
      {step.cut === 0 ? null : <p class="quiet-text">{count(step.cut)} characters are left out.</p>}
    </>
  );
}

function CallSummary({ call }: { readonly call: StepView['calls'][number] }): VNode {
  const [first = ''] = plainText(call.input).trim().split('\n');
  return (
    <>
      <strong>{call.tool}</strong> <code>{first.slice(0, 140)}</code>
    </>
  );
}

const WIDTH = 600;
const HEIGHT = 120;

/** Cost over time, as the gateway metered it. */
export function SpendingChart({
  points,
}: {
  readonly points: AttemptView['spending'];
}): VNode | null {
  const last = points.at(-1);
  if (last === undefined) return null;
  const x = (at: number): number => 4 + (at / Math.max(last.at, 1)) * (WIDTH - 8);
  const y = (usd: number): number => HEIGHT - 4 - (usd / Math.max(last.usd, 1e-9)) * (HEIGHT - 8);
  const path = [{ at: 0, usd: 0 }, ...points].map(({ at, usd }) => `${x(at)},${y(usd)}`).join(' ');
  const text = `${points.length} model calls, $${last.usd.toFixed(2)} and ${count(last.inputTokens + last.outputTokens)} tokens in ${duration(last.at)}`;
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Cost over time: ${text}`}>
        <polyline class="line" points={path} />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}
