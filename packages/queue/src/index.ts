/**
 * Tells workers over Redis which runs have work. The queue holds invitations only: what is finished, and
 * who may work on what, is decided by the run itself.
 *
 * @module @refbench/queue
 */

export { offerTickets, type TicketOffer } from './offer-tickets.ts';
export { takeTickets, type TicketEnd } from './take-tickets.ts';
export type { Ticket } from './ticket.ts';
