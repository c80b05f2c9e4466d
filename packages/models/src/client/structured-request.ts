import type { z } from 'zod';
import type { CallUsage } from './turn.ts';

export interface StructuredRequest<T> {
  readonly system: string;
  readonly prompt: string;
  readonly schema: z.ZodType<T>;
  readonly signal: AbortSignal;
}

export interface StructuredAnswer<T> {
  readonly value: T;
  readonly usage: CallUsage;
  readonly usd: number;
}
