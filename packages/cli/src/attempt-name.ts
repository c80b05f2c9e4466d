interface NumberedAttempt {
  readonly instance: string;
  readonly agent: string;
  readonly attempt: number;
  /** Absent for the first repeat. */
  readonly repeat?: number | undefined;
}

/** Names an attempt in progress output, with the number of its repeat if it is not the first. */
export function attemptName({ instance, agent, attempt, repeat }: NumberedAttempt): string {
  const number = repeat === undefined ? String(attempt) : `${repeat}.${attempt}`;
  return `${instance}  ${agent} #${number}`;
}
