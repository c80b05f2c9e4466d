import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

interface Props {
  readonly summary: ComponentChildren;
  readonly open?: boolean;
  readonly children: () => ComponentChildren;
}

/** A part that is folded away. Its content is made when it is opened for the first time. */
export function Fold({ summary, open = false, children }: Props): VNode {
  const [isOpen, setOpen] = useState(open);
  useLayoutEffect(() => {
    if (open) setOpen(true);
  }, [open]);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen ? children() : null}
    </details>
  );
}
