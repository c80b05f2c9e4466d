import type { AgentActivity } from '../submission/submission.ts';
import type { ModelMeter } from '../submission/model-meter.ts';

const SPENT_EVERY_MS = 2_000;

/** Reports the output and the cost of an agent. No result depends on it. */
export interface AgentWatch extends Disposable {
  output(chunk: Buffer): void;
}

export function watchAgent(
  meter: Pick<ModelMeter, 'spent'> | undefined,
  onActivity: ((activity: AgentActivity) => void) | undefined,
): AgentWatch {
  const decoder = new TextDecoder();
  let told = 0;
  const tellSpent = (): void => {
    const usd = meter?.spent().usd ?? 0;
    if (usd === told) return;
    told = usd;
    onActivity?.({ kind: 'spent', usd });
  };
  const timer =
    meter === undefined || onActivity === undefined
      ? undefined
      : setInterval(tellSpent, SPENT_EVERY_MS);
  return {
    output: (chunk) =>
      onActivity?.({ kind: 'output', text: decoder.decode(chunk, { stream: true }) }),
    [Symbol.dispose]() {
      clearInterval(timer);
      tellSpent();
    },
  };
}
