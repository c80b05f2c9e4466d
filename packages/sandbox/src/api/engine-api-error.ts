import { z } from 'zod';

export interface EngineApiErrorFields {
  readonly message: string;
  /** The engine's HTTP status; undefined where it did not answer. */
  readonly status?: number | undefined;
  readonly cause?: unknown;
}

/** A request that the engine refused (`status`) or did not answer. */
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

/** Turns what the transport throws into one kind of error that names the request. */
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

/** True where the engine says that the named thing does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof EngineApiError && error.status === 404;
}

/** True where the engine has a thing of that name already. */
export function isConflict(error: unknown): boolean {
  return error instanceof EngineApiError && error.status === 409;
}
