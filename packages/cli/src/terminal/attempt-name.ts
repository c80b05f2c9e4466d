export interface NumberedAttempt {
  readonly instance: string;
  readonly agent: string;
  readonly attempt: number;
  /** Absent for the first repeat. */
  readonly repeat?: number | undefined;
}

/** Names an attempt in progress output. */
export function attemptName(attempt: NumberedAttempt): string {
  return `${attempt.instance}  ${attemptLabel(attempt)}`;
}

/** Names the agent and the number of the attempt, with its repeat if it is not the first. */
export function attemptLabel({ agent, attempt, repeat }: NumberedAttempt): string {
  return `${agent} #${repeat === undefined ? '' : `${repeat}.`}${attempt}`;
}
