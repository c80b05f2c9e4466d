import type { InfraCause } from '@refbench/contracts';

/** Anything that may have failed through no fault of the model. */
type MaybeInfra = { readonly kind: string };

interface Infra extends MaybeInfra {
  readonly kind: 'infra';
  readonly cause: InfraCause;
  readonly detail: string;
}

/** Runs again while the machine is at fault, at most `tries` times; the last result stands. */
export async function retryInfra<T extends MaybeInfra>(
  tries: number,
  work: () => Promise<T | Infra>,
): Promise<T | Infra> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await work();
    if (result.kind !== 'infra' || attempt >= tries) return result;
  }
}
