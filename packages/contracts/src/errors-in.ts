/**
 * The errors that one is made of, in the order in which they happened: `await using` wraps what fails
 * at the end of a scope around what ended it, and the outer one says nothing by itself.
 */
export function errorsIn(error: unknown): readonly unknown[] {
  if (!isSuppressing(error)) return [error];
  return [...new Set([...errorsIn(error.suppressed), ...errorsIn(error.error)])];
}

/** Not `instanceof`: Node 20 has no such class, and compilers bring their own. */
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
