import { randomBytes } from 'node:crypto';

/**
 * Tells an agent that could not be started from one that ended by itself. Our own script takes the
 * ticket as its last act before it becomes the agent, and shows it only where that fails; the agent
 * never had it.
 */
export class StartTicket {
  private ticket: string | undefined;
  private failed = false;

  /** The ticket, once. */
  take(): string | undefined {
    if (this.ticket !== undefined) return undefined;
    this.ticket = randomBytes(24).toString('base64url');
    return this.ticket;
  }

  /** The agent's program could not be run, says whoever holds the ticket. */
  giveBack(ticket: string): undefined {
    if (ticket === this.ticket) this.failed = true;
  }

  get agentStarted(): boolean {
    return this.ticket !== undefined && !this.failed;
  }
}
