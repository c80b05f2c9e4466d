import { z } from 'zod';

/** `sha256:` and 64 hex digits. */
export const digestSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/);
export type Digest = z.infer<typeof digestSchema>;
