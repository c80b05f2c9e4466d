/** The message of whatever was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The message of a failed request, with its cause: the message of `fetch` alone says little. */
export function errorTextWithCause(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? `${errorText(error)}: ${cause.message}` : errorText(error);
}
