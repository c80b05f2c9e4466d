import type { VNode } from 'preact';

/** The id of an instance, which may be broken after the owner of its repository. */
export function IdText({ id }: { readonly id: string }): VNode {
  const [owner = '', ...rest] = id.split('__');
  return (
    <>
      {owner}
      {rest.length === 0 ? null : (
        <>
          __
          <wbr />
          {rest.join('__')}
        </>
      )}
    </>
  );
}
