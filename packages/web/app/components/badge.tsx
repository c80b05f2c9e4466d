import type { VNode } from 'preact';

type Tone = 'good' | 'bad' | 'warn' | 'plain';

/** A short word with a colour. The word alone says everything. */
export function Badge({ tone, text }: { readonly tone: Tone; readonly text: string }): VNode {
  return <span class={`badge ${tone}`}>{text}</span>;
}

interface PassProps {
  readonly pass: 0 | 1 | null;
  /** Whether the instance has no tests. */
  readonly untested?: boolean | undefined;
}

export function PassBadge({ pass, untested }: PassProps): VNode {
  if (untested === true) return <Badge tone="plain" text="no tests" />;
  if (pass === null) return <Badge tone="plain" text="no verdict" />;
  return pass === 1 ? <Badge tone="good" text="pass" /> : <Badge tone="bad" text="fail" />;
}
