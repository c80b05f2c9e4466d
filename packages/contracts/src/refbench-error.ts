import type { ExitKind } from './exit-codes.ts';

const marker = Symbol.for('refbench.error');

/**
 * The fields of every expected failure: the message, the hint and the kind, which determines the
 * exit code.
 */
export interface RefbenchErrorFields {
  readonly kind: Exclude<ExitKind, 'ok' | 'bug'>;
  /** One line that names what is wrong, e.g. `instance "koa" is not in instances/`. */
  readonly message: string;
  /** One line that says how to fix it. */
  readonly hint: string;
  readonly cause?: unknown;
}

/**
 * An expected failure: bad input, a missing engine, a full disk. The command line prints it as one
 * line and exits with its code; any other error is a bug and prints its stack.
 */
export class RefbenchError extends Error {
  override readonly name = 'RefbenchError';
  readonly kind: RefbenchErrorFields['kind'];
  readonly hint: string;
  private readonly [marker] = true;

  constructor(fields: RefbenchErrorFields) {
    super(fields.message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.kind = fields.kind;
    this.hint = fields.hint;
  }

  /** Works across two copies of this package, where `instanceof` does not. */
  static isInstance(error: unknown): error is RefbenchError {
    return typeof error === 'object' && error !== null && marker in error;
  }
}
