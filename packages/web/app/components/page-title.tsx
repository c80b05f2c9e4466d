import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';

/** The heading of a page, which also names its tab and its entry in the history. */
export function PageTitle({ text }: { readonly text: string }): VNode {
  useEffect(() => {
    document.title = `${text} – RefBench`;
  }, [text]);
  return <h1>{text}</h1>;
}
