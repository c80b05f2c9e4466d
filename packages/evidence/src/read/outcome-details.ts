import type { Outcome } from '@refbench/contracts';

/** Says what an outcome means beyond its name, one sentence each. There may be nothing to say. */
export function outcomeDetails(outcome: Outcome | undefined): readonly string[] {
  switch (outcome?.kind) {
    case undefined:
      return [];
    case 'completed':
      return outcome.oom_seen ? ['A process of the agent was ended for lack of memory.'] : [];
    case 'timed-out': {
      const limit = `${Math.round(outcome.limit_ms / 60_000)} minutes`;
      return [
        outcome.limit === 'idle'
          ? `The agent wrote nothing for ${limit}.`
          : `The agent was stopped after ${limit}.`,
      ];
    }
    case 'budget-exceeded':
      return [
        `It spent $${outcome.spent_usd.toFixed(2)} of its budget of $${outcome.budget_usd.toFixed(2)}.`,
      ];
    case 'out-of-memory':
      return [`Its limit was ${gigabytes(outcome.limit_bytes)} of memory.`];
    case 'storage-exceeded':
      return [`Its limit was ${gigabytes(outcome.limit_bytes)} of storage.`];
    case 'agent-failed':
      return [`The agent ended with exit code ${outcome.exit_code}.`];
    case 'no-plan':
      return [`There is no plan: ${outcome.reason}`];
    case 'harvest-exceeded':
      return [
        outcome.limit === 'entries'
          ? `Its tree has more than ${outcome.limit_value} entries.`
          : `Reading its tree took more than ${Math.round(outcome.limit_value / 1000)} seconds.`,
      ];
    case 'dependencies-missing':
      return outcome.packages.map(({ name, detail }) => `${name} could not be had: ${detail}.`);
    case 'infra-failed':
      return [`The machine failed (${outcome.cause}): ${outcome.detail}`];
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
