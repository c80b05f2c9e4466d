import type { AttemptView } from '@refbench/evidence';
import type { VNode } from 'preact';
import { count, plainText } from '../lib/format.ts';
import { Fold } from './fold.tsx';

/** Logs as plain text. */
export function LogView({ logs }: { readonly logs: AttemptView['logs'] }): VNode {
  if (logs.length === 0) return <p>No logs were kept.</p>;
  return (
    <>
      {logs.map(({ name, text, cut }, index) => (
        <Fold
          key={name}
          open={index === 0}
          summary={cut === 0 ? name : `${name} (${count(cut)} bytes are left out)`}
        >
          {() => (
            <pre class="log wrap" role="region" aria-label={name} tabIndex={0}>
              {plainText(text)}
            </pre>
          )}
        </Fold>
      ))}
    </>
  );
}
