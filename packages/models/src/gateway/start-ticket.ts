import { randomBytes } from 'node:crypto';

/**
 * Distinguishes an agent that could not be started from one that ended itself. The start script takes
 * the ticket as its last action before it executes the agent, and returns it only if that fails. The
 * agent never has the ticket.
 */
export class StartTicket {
  private ticket: string | undefined;
  private failed = false;

  /** Returns the ticket once. */
  take(): string | undefined {
    if (this.ticket !== undefined) return undefined;
    this.ticket = randomBytes(24).toString('base64url');
    return this.ticket;
  }

  /** The holder of the ticket reports that the agent could not be started. */
  giveBack(ticket: string): undefined {
    if (ticket === this.ticket) this.failed = true;
  }

  get agentStarted(): boolean {
    return this.ticket !== undefined && !this.failed;
  }
}
