import { z } from 'zod';

export interface EngineApiErrorFields {
  readonly message: string;
  /** HTTP status of the engine. Undefined if it did not answer. */
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

/** A request that the engine rejected (`status`) or did not answer. */
export class EngineApiError extends Error {
  override readonly name = 'EngineApiError';
  readonly status: number | undefined;

  constructor(fields: EngineApiErrorFields) {
    super(fields.message, { cause: fields.cause });
    this.status = fields.status;
  }
}

const transportErrorSchema = z.object({
  statusCode: z.int().optional(),
  message: z.string().default(''),
  code: z.string().optional(),
});

/** Converts an error of the transport into one that names the request. */
export function toApiError(
  error: unknown,
  request: { readonly method: string; readonly path: string },
): EngineApiError {
  if (error instanceof EngineApiError) return error;
  const parsed = transportErrorSchema.safeParse(error);
  const { statusCode, message, code } = parsed.success
    ? parsed.data
    : { statusCode: undefined, message: String(error), code: undefined };
  const text = message.replace(/^\(HTTP code \d+\) \w* - /, '').trim();
  const named = code === undefined || text.includes(code) ? text : `${code} ${text}`;
  return new EngineApiError({
    message: `${request.method} ${request.path}: ${named}`,
    status: statusCode,
    cause: error,
  });
}

/** Returns true if the engine reports that the object does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof EngineApiError && error.status === 404;
}

/** Returns true if the engine already has an object with that name. */
export function isConflict(error: unknown): boolean {
  return error instanceof EngineApiError && error.status === 409;
}
