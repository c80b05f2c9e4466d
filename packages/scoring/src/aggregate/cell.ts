import type { Result } from './observation.ts';

/** The result of one attempt at an instance that can be scored. */
export type Cell = Exclude<Result, { readonly kind: 'void' }>;
