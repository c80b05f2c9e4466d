import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * The heading of a page, which also names its tab and its entry in the history. The name changes
 * before the page is painted, so that a reader never sees a page under the name of another.
 */
export function PageTitle({ text }: { readonly text: string }): VNode {
  useLayoutEffect(() => {
    document.title = `${text} – RefBench`;
  }, [text]);
  return <h1>{text}</h1>;
}
