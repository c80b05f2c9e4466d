import type { VNode } from 'preact';
import { plainText } from '../lib/format.ts';
import { Fold } from './fold.tsx';

/** Findings and damage that a reader of the figures must know. */
export function Remarks({ notes }: { readonly notes: readonly string[] }): VNode | null {
  if (notes.length === 0) return null;
  return (
    <Fold summary={`Remarks (${notes.length})`}>
      {() => (
        <ul>
          {notes.map((note) => (
            <li key={note}>{plainText(note)}</li>
          ))}
        </ul>
      )}
    </Fold>
  );
}
