import type { Outcome } from '@refbench/contracts';

const LAST_LINES = 3;
const MAX_CHARACTERS = 400;

/**
 * Describes why an agent failed or never started: its exit code and the last lines of its output.
 * @returns undefined for every other outcome
 */
export function describeFailure(outcome: Outcome, log: Buffer): string | undefined {
  const isSetup = outcome.kind === 'infra-failed' && outcome.cause === 'agent-setup';
  if (outcome.kind !== 'agent-failed' && !isSetup) return undefined;
  const lines = log
    .toString('utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-LAST_LINES);
  const text = lines.join(' | ').slice(-MAX_CHARACTERS);
  const code = outcome.kind === 'agent-failed' ? meaningOf(outcome.exit_code) : outcome.detail;
  return `${code}; ${text === '' ? 'it wrote nothing' : `its last lines: ${text}`}`;
}

/** Explains the exit codes of a shell. */
function meaningOf(code: number): string {
  const ended = `the agent ended with exit code ${code}`;
  if (code === 126) return `${ended}: its program cannot be executed`;
  if (code === 127) return `${ended}: its program was not found`;
  return ended;
}
