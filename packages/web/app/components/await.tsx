import type { ComponentChildren, VNode } from 'preact';
import type { Loaded } from '../lib/use-loaded.ts';

interface Props<T> {
  readonly of: Loaded<T>;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows data when it is there, and why it is not. */
export function Await<T>({ of, children }: Props<T>): VNode {
  switch (of.kind) {
    case 'loading':
      return <p role="status">Loading…</p>;
    case 'failed':
      return (
        <p role="alert" class="alert">
          {of.reason}
        </p>
      );
    case 'ready':
      return <>{children(of.value)}</>;
  }
}
