import type { AttemptView } from '@refbench/evidence';
import type { VNode } from 'preact';
import { counted, plainText } from '../lib/format.ts';
import { Fold } from './fold.tsx';

/** Tests on the patched tree, beside what base and golden require. */
export function TestsView({ tests }: { readonly tests: AttemptView['tests'] }): VNode {
  if (tests === null) return <p>The suite has not run on this patch.</p>;
  const { after, pMin, fMax, stable } = tests;
  return (
    <>
      {after === null ? (
        <p>The suite gave no verdict; see the log of the tests.</p>
      ) : (
        <p>
          {after.passed} of {after.total} tests pass, {after.failed} fail, {after.skipped} are
          skipped. To pass, at least {pMin ?? '?'} must pass and at most {fMax ?? '?'} may fail.
        </p>
      )}
      {stable === null ? (
        <p>The suite does not name its tests.</p>
      ) : (
        <p>{stable} tests pass in all runs of base and golden.</p>
      )}
      <Names title="Missing tests" names={tests.missing} open />
      <Names title="Failing tests" names={tests.failing} open />
      <Names title="Other tests of the patched tree" names={tests.others} />
      {tests.planted.length === 0 ? null : (
        <p>
          Faults were planted in {counted(tests.planted.length, 'function')}; {tests.noticed ?? 0}{' '}
          tests noticed them.
        </p>
      )}
    </>
  );
}

function Names(props: {
  readonly title: string;
  readonly names: readonly string[];
  readonly open?: boolean;
}): VNode | null {
  const { title, names, open = false } = props;
  if (names.length === 0) return null;
  return (
    <Fold summary={`${title} (${names.length})`} open={open}>
      {() => (
        <ul class="names">
          {names.map((name) => (
            <li key={name}>{plainText(name)}</li>
          ))}
        </ul>
      )}
    </Fold>
  );
}
