/**
 * Returns the errors that an error consists of, in chronological order. `await using` wraps an
 * error at the end of a scope around the error that ended the scope. The wrapper has no information
 * of its own.
 */
export function errorsIn(error: unknown): readonly unknown[] {
  if (!isSuppressing(error)) return [error];
  return [...new Set([...errorsIn(error.suppressed), ...errorsIn(error.error)])];
}

/** Does not use `instanceof`, because Node 20 lacks this class and compilers add their own. */
function isSuppressing(
  error: unknown,
): error is { readonly error: unknown; readonly suppressed: unknown } {
  return (
    error instanceof Error &&
    error.name === 'SuppressedError' &&
    'error' in error &&
    'suppressed' in error
  );
}
