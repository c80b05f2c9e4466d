import type { ComponentChildren, VNode } from 'preact';
import { linkTo } from '../lib/route.ts';
import { PageTitle } from './page-title.tsx';
import type { Loaded } from '../lib/use-loaded.ts';

interface Props<T> {
  readonly of: Loaded<T>;
  /** Heading of the page if there is no data. Only for a page that has no other heading. */
  readonly failureTitle?: string;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows data when it is there, and why it is not. */
export function Await<T>({ of, failureTitle, children }: Props<T>): VNode {
  switch (of.kind) {
    case 'loading':
      return <p role="status">Loading…</p>;
    case 'failed':
      return (
        <>
          {failureTitle === undefined ? null : <PageTitle text={failureTitle} />}
          <p role="alert" class="alert">
            {of.reason}
          </p>
          {failureTitle === undefined ? null : (
            <p>
              <a href={linkTo([])}>Back to the first page</a>
            </p>
          )}
        </>
      );
    case 'ready':
      return <>{children(of.value)}</>;
  }
}
