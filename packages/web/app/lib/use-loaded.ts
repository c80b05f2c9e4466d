import { useEffect, useState } from 'preact/hooks';

export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'ready'; readonly value: T };

/** Loads data, and again when one of the keys changes. Old data stays until new data is there. */
export function useLoaded<T>(load: () => Promise<T>, keys: readonly unknown[]): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ kind: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => {
        if (isCurrent) setState({ kind: 'ready', value });
      },
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        if (isCurrent) setState({ kind: 'failed', reason });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [...keys]);
  return state;
}
